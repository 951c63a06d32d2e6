import COpenSSL

/// The type of the BIOs that move bytes between buffers and OpenSSL.
enum ChannelBIO {
    // Made once and never changed; OpenSSL reads it from any thread.
    nonisolated(unsafe) static let method = larder_channel_bio_method()
}
