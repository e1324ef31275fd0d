extension SystemHandle {
    /// Reads what callers sealed for the devices of deliveries.
    static func loadCiphertexts(
        of due: inout [DueDelivery], in batch: ClaimedBatch, _ connection: any ReadConnection
    ) throws {
        guard batch.messages.values.contains(where: \.isSealedByCaller) else { return }
        var (places, keys) = ([Int](), ValueBatch())
        for (place, delivery) in due.enumerated()
        where batch.messages[delivery.message]?.isSealedByCaller == true {
            due[place].isSealedByCaller = true
            places.append(place)
            try keys.add(delivery.message, delivery.device)
        }
        guard !places.isEmpty else { return }
        try connection.query(
            "select key_id, body from ciphertexts where message_id = ?1 and device_id = ?2", each: keys
        ) { index, row in
            due[places[index]].ciphertext = Ciphertext(keyID: try row[0], body: try row[1])
        }
    }
}
