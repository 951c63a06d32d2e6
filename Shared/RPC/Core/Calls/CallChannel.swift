public import MessageCoding

/// Makes calls to a service, wherever it runs. Generated clients are built on this.
public protocol CallChannel: Sendable {
    /// One request, one response.
    func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response

    /// Many requests, one response. The requests end when `send` returns; when it throws, the call is cancelled.
    func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response

    /// One request, many responses. The call is cancelled when `receive` returns before the last one.
    func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result

    /// Many requests, many responses. The call ends when `body` returns.
    func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result
}
