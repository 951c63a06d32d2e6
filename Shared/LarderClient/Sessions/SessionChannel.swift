import MessageCoding

/// Adds the session's access token to calls that need a user.
///
/// A token is renewed after a call that changes what it says. One that the gateway rejects as expired is renewed, too, and the call repeated where that is transparent: requests of
/// a stream cannot be replayed, so such a call fails and its retry has a valid token.
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

    /// `receive` is called again for the repeated call. The token is checked before the first response, but a withdrawn consent
    /// can end a stream in its midst.
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
            let result = try await call(options)
            // What it said before is used for a while when it can't be renewed now.
            if method.changesClaims { _ = try? await keeper.accessToken(replacing: token) }
            return result
        } catch let status as Status where status.saysTokenExpired {
            options.accessToken = try await keeper.accessToken(replacing: token)
            guard repeats else { throw status }
            return try await call(options)
        }
    }
}

extension Status {
    /// Whether the gateway rejected the access token as expired.
    var saysTokenExpired: Bool { code == .unauthenticated && reason == .tokenExpired }
}
