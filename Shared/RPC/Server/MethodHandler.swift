public import MessageCoding
import NIOCore
import Wire

/// What a server does with the calls of a method, before messages are decoded.
package struct ServerRoute: Sendable {
    /// Serves one call and ends it, or throws what it ends with.
    package typealias Serve = @Sendable (ServerCall, CallContext) async throws -> Void

    /// Serves a call whose only request is there, without waiting for anything.
    /// - Returns: Bytes of the response, which has been sent.
    typealias ServeImmediately = @Sendable (ByteBuffer, CallContext, ImmediateCall) throws -> Int

    package let method: MethodDescriptor
    package let serve: Serve
    let immediate: ServeImmediately?
    /// Serves unary calls without a task; nil when every call takes one.
    let callbackHandler: (any CallbackHandler)?

    /// Makes a route that handles messages as bytes, in a task.
    package init(method: MethodDescriptor, serve: @escaping Serve) {
        self.init(method: method, immediate: nil, serve: serve)
    }

    /// - Parameter callbackHandler: Serves unary calls without a task.
    init(
        method: MethodDescriptor,
        immediate: ServeImmediately? = nil,
        callbackHandler: (any CallbackHandler)? = nil,
        serve: @escaping Serve
    ) {
        self.method = method
        self.serve = serve
        self.immediate = immediate
        self.callbackHandler = callbackHandler
    }
}

/// A call that is answered within the turn of the event loop in which it came, and never known as a call beyond it.
struct ImmediateCall {
    let connection: Connection
    let stream: StreamID

    func finish(with message: borrowing PackedMessage) -> Int {
        connection.send(message, on: stream)
        return message.size
    }
}

/// A method together with what implements it.
public struct MethodHandler: Sendable {
    package let route: ServerRoute

    /// The method that is implemented.
    public var method: MethodDescriptor { route.method }

    private init(
        _ method: MethodDescriptor,
        immediate: ServerRoute.ServeImmediately? = nil,
        _ serve: @escaping ServerRoute.Serve
    ) {
        route = ServerRoute(method: method, immediate: immediate, serve: serve)
    }

    /// One request, one response, by a handler that waits for nothing and is soon done.
    ///
    /// It runs on the event loop as soon as the request is there, mostly without a task of its own, which makes such calls
    /// cost the least. No call of other connections on the loop goes on meanwhile, and ``CallContext/current`` is not set.
    /// Servers with interceptors or compressed responses run it as a task like every other.
    public static func immediate<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, CallContext) throws -> Response
    ) -> MethodHandler {
        let immediate: ServerRoute.ServeImmediately = { bytes, context, call in
            let response = try handle(try Request(received: bytes, from: .client), context)
            return try response.packed { call.finish(with: $0) }
        }
        return MethodHandler(method, immediate: immediate) { call, context in
            try await serveUnary(call, context) { request, context in try handle(request, context.withoutCall) }
        }
    }

    /// One request, one response.
    public static func unary<Request: Message, Response: Message>(
        _ method: MethodDescriptor,
        _ handle: @escaping @Sendable (Request, CallContext) async throws -> Response
    ) -> MethodHandler {
        MethodHandler(method) { call, context in try await serveUnary(call, context, handle) }
    }

    private static func serveUnary<Request: Message, Response: Message>(
        _ call: ServerCall,
        _ context: CallContext,
        _ handle: (Request, CallContext) async throws -> Response
    ) async throws {
        let message = if let present = call.presentRequest { present } else { try await call.requestMessage() }
        let request = try Request(received: message.bytes, from: .client)
        let response =
            message.wasCompressed
            ? try await handle(request, context.withCompressedRequest.of(call))
            : try await handle(request, context.of(call))
        if context.responseCompression == nil, call.connection.loop.inEventLoop, !call.hasTrailers {
            try response.packed { call.finish(with: $0) }
        } else {
            await call.finish(with: try response.encoded(to: .client), as: context)
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
    /// Sends the single response, compressed as the context says. Without compression this does not suspend.
    func finish(with bytes: ByteBuffer, as context: CallContext) async {
        guard let compression = context.responseCompression else { return finish(with: bytes) }
        await finish(with: bytes, compression: compression.choice)
    }
}

extension CallContext {
    /// The context of a handler, which can send more than messages.
    func of(_ call: ServerCall) -> CallContext {
        var context = self
        context.responseMetadata = call
        return context
    }

    /// The context of a handler that sends its answer alone, however the call came.
    fileprivate var withoutCall: CallContext {
        var context = self
        context.responseMetadata = nil
        return context
    }

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
