import MessageCoding
import Messages
import NIOCore
import RPC
import ServiceStubs
import Wire

/// UnaryCall and FullDuplexCall with metadata sent back, for which handlers of messages have no means.
struct MetadataEcho: Sendable {
    /// Comes back ahead of the first message.
    static let initialName = "x-grpc-test-echo-initial"
    /// Comes back with the status.
    static let trailingName = "x-grpc-test-echo-trailing-bin"

    let service: ConformanceHandlers

    /// What serves a method; nil for all others.
    func route(for path: String) -> ServerRoute? {
        switch path {
        case RPCMessages.ConformanceService.unaryCall.path:
            ServerRoute(method: RPCMessages.ConformanceService.unaryCall, serve: unary)
        case RPCMessages.ConformanceService.fullDuplexCall.path:
            ServerRoute(method: RPCMessages.ConformanceService.fullDuplexCall, serve: fullDuplex)
        default: nil
        }
    }

    /// Whether a method is served here.
    func serves(_ method: MethodDescriptor) -> Bool { route(for: method.path) != nil }

    @Sendable private func unary(_ call: ServerCall, _ context: CallContext) async throws {
        let message = try await call.requestMessage()
        let request: RPCMessages.SimpleRequest = try MetadataEcho.decode(message.bytes)
        var context = context
        context.wasRequestCompressed = message.wasCompressed
        let response = try await service.unaryCall(request, context: context)
        MetadataEcho.sendInitial(call, context)
        let trailing = MetadataEcho.trailing(context)
        let compression = context.responseCompression?.choice ?? .off
        guard !trailing.isEmpty else {
            return await call.finish(with: try response.encoded(), compression: compression)
        }
        try await call.send(try response.encoded(), compression: compression)
        call.finish(nil, trailing: trailing)
    }

    @Sendable private func fullDuplex(_ call: ServerCall, _ context: CallContext) async throws {
        MetadataEcho.sendInitial(call, context)
        while let bytes = try await call.receive() {
            let request: RPCMessages.StreamingOutputCallRequest = try MetadataEcho.decode(bytes)
            try await ConformanceHandlers.answer(request) { try await call.send(try $0.encoded(), compression: $1) }
        }
        call.finish(nil, trailing: MetadataEcho.trailing(context))
    }

    private static func decode<Request: Message>(_ bytes: ByteBuffer) throws -> Request {
        do {
            return try Request(decoding: bytes)
        } catch {
            throw Status(.invalidArgument, "The message cannot be read: \(error).", reason: "MALFORMED_MESSAGE")
        }
    }

    private static func sendInitial(_ call: ServerCall, _ context: CallContext) {
        guard let value = context.metadata[text: initialName] else { return }
        var metadata = Metadata()
        metadata.add(initialName, value)
        call.sendMetadata(metadata)
    }

    private static func trailing(_ context: CallContext) -> Metadata {
        var metadata = Metadata()
        if let value = context.metadata[binary: trailingName] { metadata.add(trailingName, value) }
        return metadata
    }
}
