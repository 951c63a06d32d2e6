public import MessageCoding

/// Wraps outgoing calls: adds metadata or a deadline, counts, rejects, repeats.
///
/// It is run once for each call, around all its attempts. Messages pass it by.
public protocol ClientInterceptor: Sendable {
    /// Makes a call, or fails it by throwing a ``Status``.
    /// - Parameters:
    ///   - method: What is called.
    ///   - options: How the call is to be made, as far as is known.
    ///   - next: Makes the call with the options to use from here. Called again it makes the call again, with all that the
    ///     caller does to send requests and to read responses.
    /// - Returns: What `next` has returned.
    func intercept<Result>(
        _ method: MethodDescriptor,
        _ options: CallOptions,
        next: (CallOptions) async throws -> Result
    ) async throws -> Result
}

extension CallChannel {
    /// A channel like this one whose calls go through interceptors, the first one outermost. Calls that are made with the
    /// channel itself don't.
    public func intercepted(by interceptors: [any ClientInterceptor]) -> InterceptedChannel {
        InterceptedChannel(base: self, interceptors: interceptors)
    }
}

/// A channel whose calls go through interceptors.
public struct InterceptedChannel: CallChannel {
    let base: any CallChannel
    let interceptors: [any ClientInterceptor]

    private func run<Result>(
        _ method: MethodDescriptor,
        _ options: CallOptions,
        from index: Int = 0,
        _ call: (CallOptions) async throws -> Result
    ) async throws -> Result {
        guard index < interceptors.count else { return try await call(options) }
        return try await interceptors[index].intercept(method, options) { changed in
            try await run(method, changed, from: index + 1, call)
        }
    }

    /// One request, one response, through the interceptors.
    public func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        try await run(method, options) { try await base.unary(method, request, options: $0) }
    }

    /// Many requests, one response, through the interceptors.
    public func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        try await run(method, options) { try await base.clientStreaming(method, options: $0, send) }
    }

    /// One request, many responses, through the interceptors.
    public func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await run(method, options) { try await base.serverStreaming(method, request, options: $0, receive) }
    }

    /// Many requests, many responses, through the interceptors.
    public func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await run(method, options) { try await base.bidirectional(method, options: $0, body) }
    }
}
