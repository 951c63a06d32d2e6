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
            let bytes = if let present = call.presentRequest { present } else { try await call.request() }
            let response = try await handle(try Request(received: bytes, from: .client), context)
            call.finish(with: try response.encoded(to: .client))
        }
    }

    /// Many requests, one response.
    public static func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (MessageStream<Request>, CallContext) async throws -> Response
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let response = try await handle(MessageStream(call, from: .client), context)
            call.finish(with: try response.encoded(to: .client))
        }
    }

    /// One request, many responses.
    public static func serverStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, MessageWriter<Response>, CallContext) async throws -> Void
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let request = try Request(received: try await call.request(), from: .client)
            try await handle(request, MessageWriter(call, to: .client), context)
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
            try await handle(MessageStream(call, from: .client), MessageWriter(call, to: .client), context)
            call.finish(nil)
        }
    }
}
