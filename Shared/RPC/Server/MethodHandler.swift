public import MessageCoding
package import NIOCore
import Wire

/// What a server does with the calls of a method, before messages are decoded.
package final class ServerRoute: Sendable {
    /// Serves one call and ends it, or throws what it ends with.
    package typealias Serve = @Sendable (ServerCallHandle, CallContext) async throws -> Void

    /// The method that is served.
    package let method: MethodDescriptor
    /// Serves a call in a task.
    package let serve: Serve
    /// Forwards unary calls without a task where that is possible; nil for a route that never does.
    let forwarder: (any UnaryForwarding)?

    /// Makes a route that handles messages as bytes.
    /// - Parameters:
    ///   - forwarder: Forwards unary calls without a task; `serve` gets those for which it can't.
    ///   - serve: Serves a call and ends it, or throws what it ends with.
    package init(
        method: MethodDescriptor,
        forwarder: (any UnaryForwarding)? = nil,
        serve: @escaping Serve
    ) {
        self.method = method
        self.serve = serve
        self.forwarder = forwarder
    }
}

/// Forwards unary calls to another server from callback to callback, without a task. Used on the calls' event loop.
package protocol UnaryForwarding: Sendable {
    /// Starts the upstream call if that takes nothing but writing it to a connection of the present event loop; its end is
    /// given to the call.
    /// - Returns: Nil when it takes more; nothing has happened then.
    func start(_ call: ServerCall, _ request: ByteBuffer) -> (any UpstreamCall)?
    /// A forwarded call has got its response.
    func succeeded()
    /// Whether a failed call may be made again, for which it takes a task.
    func shouldRetry(after status: Status) -> Bool
}

/// A method together with what implements it.
public struct MethodHandler: Sendable {
    /// How the server serves the method.
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
            let message =
                if let present = call.local?.takePresentRequest() { present } else { try await call.requestMessage() }
            let request = try Request(received: message.bytes, from: .client)
            let response =
                message.wasCompressed
                ? try await handle(request, context.withCompressedRequest)
                : try await handle(request, context)
            if context.responseCompression == nil, let call = call.local, !call.hasTrailers {
                try response.packed { call.finish(with: $0) }
            } else {
                await call.finish(with: try response.encoded(to: .client), as: context)
            }
        }
    }

    /// Many requests, one response.
    public static func clientStreaming<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (MessageStream<Request>, CallContext) async throws -> Response
    ) -> MethodHandler {
        MethodHandler(method) { call, context in
            let response = try await handle(MessageStream(call, from: .client), context)
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
            try await handle(request, MessageWriter(call, to: .client, as: context), context)
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
                context
            )
            call.finish(nil)
        }
    }
}

extension ServerCallHandle {
    /// Sends the single response, compressed as the context says. Without compression this does not suspend.
    func finish(with bytes: ByteBuffer, as context: CallContext) async {
        guard let compression = context.responseCompression else { return finish(with: bytes) }
        await finish(with: bytes, compression: compression.choice)
    }
}

extension CallContext {
    /// The context of a handler whose request came compressed.
    var withCompressedRequest: CallContext {
        var context = self
        context.wasRequestCompressed = true
        return context
    }
}

/// An implementation of a service; generated provider protocols refine it.
public protocol ServiceProvider: Sendable {
    /// The service, with its methods.
    var descriptor: ServiceDescriptor { get }
    /// The handlers of all its methods.
    var handlers: [MethodHandler] { get }
}
