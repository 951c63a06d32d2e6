public import MessageCoding
import NIOCore

/// What a server does with the calls of a method, before messages are decoded.
package struct ServerRoute: Sendable {
    /// Serves one call and ends it, or throws what it ends with.
    package typealias Serve = @Sendable (ServerCall, CallContext) async throws -> Void

    package let method: MethodDescriptor
    package let serve: Serve

    /// Makes a route that handles messages as bytes.
    package init(method: MethodDescriptor, serve: @escaping Serve) {
        self.method = method
        self.serve = serve
    }
}

/// A method together with what implements it.
public struct MethodHandler: Sendable {
    package let route: ServerRoute

    /// The method that is implemented.
    public var method: MethodDescriptor { route.method }

    private init(_ method: MethodDescriptor, _ serve: @escaping ServerRoute.Serve) {
        route = ServerRoute(method: method, serve: serve)
    }

    /// One request, one response.
    public static func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let message = if let present = call.presentRequest { present } else { try await call.requestMessage() }
            let request = try Request(received: message.bytes, from: .client)
            let response =
                message.wasCompressed
                ? try await handle(request, context.withCompressedRequest.of(call))
                : try await handle(request, context.of(call))
            let bytes = try response.encoded(to: .client)
            if context.responseCompression == nil {
                call.finish(with: bytes)
            } else {
                await call.finish(with: bytes, as: context)
            }
        }
    }

    /// Many requests, one response.
    public static func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (MessageStream<Request>, CallContext) async throws -> Response
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let response = try await handle(MessageStream(call, from: .client), context.of(call))
            await call.finish(with: try response.encoded(to: .client), as: context)
        }
    }

    /// One request, many responses.
    public static func serverStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, MessageWriter<Response>, CallContext) async throws -> Void
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let message = try await call.requestMessage()
            let request = try Request(received: message.bytes, from: .client)
            let context = message.wasCompressed ? context.withCompressedRequest : context
            try await handle(request, MessageWriter(call, to: .client, as: context), context.of(call))
            call.finish(nil)
        }
    }

    /// Many requests, many responses.
    public static func bidirectional<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle:
            @escaping @Sendable (MessageStream<Request>, MessageWriter<Response>, CallContext) async throws -> Void
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            try await handle(
                MessageStream(call, from: .client),
                MessageWriter(call, to: .client, as: context),
                context.of(call)
            )
            call.finish(nil)
        }
    }
}

extension ServerCall {
    /// Sends the single response as the context tells. Without compression nothing is waited for.
    func finish(with bytes: ByteBuffer, as context: CallContext) async {
        guard let compression = context.responseCompression else { return finish(with: bytes) }
        await finish(with: bytes, compression: compression.choice)
    }
}

extension CallContext {
    /// The context of a handler, which can send more than messages.
    func of(_ call: ServerCall) -> CallContext {
        var context = self
        context.call = call
        return context
    }

    /// The context of a handler whose request came compressed.
    var withCompressedRequest: CallContext {
        var context = self
        context.wasRequestCompressed = true
        return context
    }
}
