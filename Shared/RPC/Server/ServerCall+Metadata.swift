import NIOCore
import Wire

extension ServerCall: ResponseMetadataWriter {
    func sendMetadata(_ metadata: Metadata) async throws(ResponseMetadataError) {
        try await onLoop { call -> ResponseMetadataError? in
            let (stream, limit) = (call.stream, call.connection.largestPeerMetadata)
            return call.connection.withMachine { machine in
                guard machine.canSendMetadata(on: stream) else { return .tooLate }
                return machine.sendMetadata(metadata, on: stream) ? nil : .tooLarge(limit: limit)
            }
        }
    }

    func addTrailers(_ metadata: Metadata) async throws(ResponseMetadataError) {
        try await onLoop { call -> ResponseMetadataError? in
            let limit = call.connection.largestPeerMetadata
            var trailers = call.trailers ?? Metadata()
            trailers.append(metadata)
            guard trailers.byteCount <= limit else { return .tooLarge(limit: limit) }
            call.trailers = trailers
            return nil
        }
    }

    /// Does something with the call on its event loop unless it is over.
    private func onLoop(
        _ body: @escaping @Sendable (ServerCall) -> ResponseMetadataError?
    ) async throws(ResponseMetadataError) {
        @Sendable func result() -> ResponseMetadataError? {
            isFinished || failure != nil ? .callIsOver : body(self)
        }
        let error =
            if loop.inEventLoop {
                result()
            } else {
                await withUnsafeContinuation { continuation in
                    loop.execute { continuation.resume(returning: result()) }
                }
            }
        if let error { throw error }
    }
}
