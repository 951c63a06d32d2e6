import RPC
import Wire

/// Sends back metadata of a call that ask for it.
enum MetadataEcho {
    /// Comes back ahead of the first message.
    static let initialName = "x-grpc-test-echo-initial"
    /// Comes back with the status.
    static let trailingName = "x-grpc-test-echo-trailing-bin"

    /// Sends back what the call has of both.
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
