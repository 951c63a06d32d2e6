import MessageCoding

/// Adds the session's access token to the calls that need a user.
///
/// A token that the gateway finds expired is renewed, and the call made once more where that can be done unseen: the
/// requests of a stream can't be taken back from the caller, so such a call fails and its next try has a good token.
struct SessionChannel: CallChannel {
    let base: any CallChannel
    let keeper: SessionKeeper

    func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions
    ) async throws -> Response {
        try await withToken(method, options) { try await base.unary(method, request, options: $0) }
    }

    /// The token is checked before the first response, so `receive` is called twice only with nothing received before.
    func serverStreaming<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        _ request: Request,
        options: CallOptions,
        _ receive: (MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await withToken(method, options) { options in
            try await base.serverStreaming(method, request, options: options, receive)
        }
    }

    func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ send: (MessageWriter<Request>) async throws -> Void
    ) async throws -> Response {
        try await withToken(method, options, repeats: false) { options in
            try await base.clientStreaming(method, options: options, send)
        }
    }

    func bidirectional<Request: Message, Response: Message, Result>(
        _ method: MethodDescriptor,
        options: CallOptions,
        _ body: (MessageWriter<Request>, MessageStream<Response>) async throws -> Result
    ) async throws -> Result {
        try await withToken(method, options, repeats: false) { options in
            try await base.bidirectional(method, options: options, body)
        }
    }

    private func withToken<Result>(
        _ method: MethodDescriptor,
        _ options: CallOptions,
        repeats: Bool = true,
        _ call: (CallOptions) async throws -> Result
    ) async throws -> Result {
        guard method.access.admitsUsers, options.accessToken == nil else { return try await call(options) }
        var options = options
        let token = try await keeper.accessToken()
        options.accessToken = token
        do {
            return try await call(options)
        } catch let status as Status where status.saysTokenExpired {
            options.accessToken = try await keeper.accessToken(replacing: token)
            guard repeats else { throw status }
            return try await call(options)
        }
    }
}

extension Status {
    /// Whether the gateway refused the access token because its time is over.
    var saysTokenExpired: Bool { code == .unauthenticated && reason == "TOKEN_EXPIRED" }
}
