import RPC
import Wire

/// Echoes metadata of a call on request.
enum MetadataEcho {
    /// Echoed before the first message.
    static let initialName = "x-grpc-test-echo-initial"
    /// Echoed with the status.
    static let trailingName = "x-grpc-test-echo-trailing-bin"

    /// Echoes both kinds from the call.
    static func answer(_ context: CallContext) async throws {
        if let value = context.metadata[text: initialName] {
            var metadata = Metadata()
            metadata.add(initialName, value)
            try await context.sendMetadata(metadata)
        }
        if let value = context.metadata[binary: trailingName] {
            var metadata = Metadata()
            metadata.add(trailingName, value)
            try await context.addTrailers(metadata)
        }
    }
}
