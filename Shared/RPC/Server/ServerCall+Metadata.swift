import NIOCore
import Wire

extension ServerCall {
    fileprivate func sendMetadata(_ metadata: Metadata) -> ResponseMetadataError? {
        guard !isFinished, failure == nil else { return .callIsOver }
        let limit = connection.largestPeerMetadata
        return connection.withMachine { machine in
            guard machine.canSendMetadata(on: stream) else { return .tooLate }
            return machine.sendMetadata(metadata, on: stream) ? nil : .tooLarge(limit: limit)
        }
    }

    fileprivate func addTrailers(_ metadata: Metadata) -> ResponseMetadataError? {
        guard !isFinished, failure == nil else { return .callIsOver }
        let limit = connection.largestPeerMetadata
        var trailers = trailers ?? Metadata()
        trailers.append(metadata)
        guard trailers.byteCount <= limit else { return .tooLarge(limit: limit) }
        self.trailers = trailers
        return nil
    }
}

extension ServerCallHandle: ResponseMetadataWriter {
    func sendMetadata(_ metadata: Metadata) async throws(ResponseMetadataError) {
        if let error = await result(of: { $0.sendMetadata(metadata) }) { throw error }
    }

    func addTrailers(_ metadata: Metadata) async throws(ResponseMetadataError) {
        if let error = await result(of: { $0.addTrailers(metadata) }) { throw error }
    }
}
