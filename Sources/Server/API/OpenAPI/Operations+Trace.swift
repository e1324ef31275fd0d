extension Operations {
    /// The routes that tell the story of a delivery and of a device.
    static let trace: [Operation] = [
        .init(
            method: "GET", path: "/v1/deliveries/{id}/trace", id: "traceDelivery", tag: "Messages",
            summary: "Tell the whole story of one delivery, from the request to the tap.",
            access: .management(scope: "messages:read"), parameters: [.tenant, .path("id", "The delivery's id.")],
            success: [.init(status: 200, summary: "The story, step by step.", schema: "DeliveryTrace")],
            errors: [.validationFailed]),
        .init(
            method: "GET", path: "/v1/devices/{id}/deliveries", id: "listDeviceDeliveries", tag: "Devices",
            summary: "List what a device was sent, the newest message first; also for one that was removed.",
            access: .management(scope: "messages:read"),
            parameters: [.tenant, .path("id", "The device's id.")] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of deliveries.", schema: "DeliveryPage")],
            errors: [.invalidCursor]),
    ]
}
