public import Wire

/// Why metadata of a handler cannot be sent.
public enum ResponseMetadataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The context is not that of a call that is being served, or the call has ended: it was cancelled, its time is up, or
    /// its handler has returned.
    case callIsOver
    /// Metadata or a response has been sent already.
    case tooLate
    /// It would be more than the client takes, in bytes as ``Metadata/byteCount`` has them.
    case tooLarge(limit: Int)

    /// A sentence for logs.
    public var description: String {
        switch self {
        case .callIsOver: "There is no call any more whose client could get metadata."
        case .tooLate: "Metadata goes once, ahead of the first response."
        case .tooLarge(let limit): "The client takes no more than \(limit) bytes of metadata."
        }
    }
}

extension CallContext {
    /// Sends metadata to the client at once, ahead of the first response. Handlers that have none to send cost nothing
    /// for it.
    /// - Throws: When there was a response or metadata before, when it is more than the client takes, or when the call is
    ///   over. The call goes on in any case.
    public func sendMetadata(_ metadata: Metadata) async throws(ResponseMetadataError) {
        guard let responseMetadata else { throw .callIsOver }
        try await responseMetadata.sendMetadata(metadata)
    }

    /// Adds metadata that the client gets with the end of the call, however that ends.
    /// - Throws: When all of it together is more than the client takes, or when the call is over.
    public func addTrailers(_ metadata: Metadata) async throws(ResponseMetadataError) {
        guard let responseMetadata else { throw .callIsOver }
        try await responseMetadata.addTrailers(metadata)
    }
}

/// Sends metadata with the response of a call that is being served.
protocol ResponseMetadataWriter: AnyObject, Sendable {
    /// Sends metadata ahead of the first response.
    func sendMetadata(_ metadata: Metadata) async throws(ResponseMetadataError)
    /// Adds metadata to the end of the call.
    func addTrailers(_ metadata: Metadata) async throws(ResponseMetadataError)
}
