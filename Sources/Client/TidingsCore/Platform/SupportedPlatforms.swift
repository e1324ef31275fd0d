// Notifications on tvOS have no text, no payload, no responses and no service extension: nothing of what the SDK does.
#if os(tvOS)
    #error("Tidings does not support tvOS. Link it on iOS, visionOS, macOS and watchOS only.")
#endif
