// Generated from larder/rpc/v1/conformance.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC
public import RPCValues

extension RPCMessages {
    /// What `larder.rpc.v1.Conformance` has: its methods and who may call them.
    public enum ConformanceService {
        public static let emptyCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "EmptyCall",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Empty.descriptor
        )
        public static let unaryCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "UnaryCall",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.SimpleRequest.descriptor,
            response: RPCMessages.SimpleResponse.descriptor
        )
        public static let cacheableUnaryCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "CacheableUnaryCall",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.SimpleRequest.descriptor,
            response: RPCMessages.SimpleResponse.descriptor
        )
        public static let streamingOutputCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "StreamingOutputCall",
            kind: .serverStreaming,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.StreamingOutputCallRequest.descriptor,
            response: RPCMessages.StreamingOutputCallResponse.descriptor
        )
        public static let streamingInputCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "StreamingInputCall",
            kind: .clientStreaming,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.StreamingInputCallRequest.descriptor,
            response: RPCMessages.StreamingInputCallResponse.descriptor
        )
        public static let fullDuplexCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "FullDuplexCall",
            kind: .bidirectional,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.StreamingOutputCallRequest.descriptor,
            response: RPCMessages.StreamingOutputCallResponse.descriptor
        )
        public static let halfDuplexCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "HalfDuplexCall",
            kind: .bidirectional,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.StreamingOutputCallRequest.descriptor,
            response: RPCMessages.StreamingOutputCallResponse.descriptor
        )
        public static let serverFirstCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "ServerFirstCall",
            kind: .bidirectional,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Empty.descriptor
        )
        public static let holdCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "HoldCall",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Empty.descriptor
        )
        public static let getTally = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "GetTally",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Tally.descriptor
        )
        public static let unimplementedCall = MethodDescriptor(
            service: "larder.rpc.v1.Conformance",
            name: "UnimplementedCall",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Empty.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Conformance",
            methods: [emptyCall, unaryCall, cacheableUnaryCall, streamingOutputCall, streamingInputCall, fullDuplexCall, halfDuplexCall, serverFirstCall, holdCall, getTally, unimplementedCall]
        )
    }

    /// What programs of any language try one another out with: the service of gRPC's interoperability tests, with its methods
    /// and case names. Served only by tests.
    public protocol ConformanceProvider: ServiceProvider {
        /// One empty request, one empty response.
        ///
        /// Callers: anyone.
        func emptyCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty
        /// One request, one response of the size asked for. The metadata `x-grpc-test-echo-initial` comes back ahead of the
        /// response, `x-grpc-test-echo-trailing-bin` behind it.
        ///
        /// Callers: anyone.
        func unaryCall(_ request: RPCMessages.SimpleRequest, context: CallContext) async throws -> RPCMessages.SimpleResponse
        /// Like UnaryCall; what it answers may be kept and given again.
        ///
        /// Callers: anyone.
        func cacheableUnaryCall(_ request: RPCMessages.SimpleRequest, context: CallContext) async throws -> RPCMessages.SimpleResponse
        /// One request, the responses that it asks for.
        ///
        /// Callers: anyone.
        func streamingOutputCall(_ request: RPCMessages.StreamingOutputCallRequest, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws
        /// Many requests; the response tells the bytes in all their payloads.
        ///
        /// Callers: anyone.
        func streamingInputCall(_ requests: MessageStream<RPCMessages.StreamingInputCallRequest>, context: CallContext) async throws -> RPCMessages.StreamingInputCallResponse
        /// Every request is answered at once with the responses that it asks for. Metadata is sent back as by UnaryCall.
        ///
        /// Callers: anyone.
        func fullDuplexCall(_ requests: MessageStream<RPCMessages.StreamingOutputCallRequest>, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws
        /// The requests are answered in order once all have come.
        ///
        /// Callers: anyone.
        func halfDuplexCall(_ requests: MessageStream<RPCMessages.StreamingOutputCallRequest>, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws
        /// Sends one response before it reads anything, then one for each request.
        ///
        /// Callers: anyone.
        func serverFirstCall(_ requests: MessageStream<RPCMessages.Empty>, responses: MessageWriter<RPCMessages.Empty>, context: CallContext) async throws
        /// Never answers: it runs until it is cancelled or late.
        ///
        /// Callers: anyone.
        func holdCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty
        /// How the calls of this server went, for a look behind what the wire shows.
        ///
        /// Callers: anyone.
        func getTally(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Tally
        /// Declared, and served by nobody.
        ///
        /// Callers: anyone.
        func unimplementedCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty
    }

    /// Calls `larder.rpc.v1.Conformance`.
    public struct ConformanceClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// One empty request, one empty response.
        public func emptyCall(_ request: RPCMessages.Empty, options: CallOptions = CallOptions()) async throws -> RPCMessages.Empty {
            try await channel.unary(ConformanceService.emptyCall, request, options: options)
        }

        /// One request, one response of the size asked for. The metadata `x-grpc-test-echo-initial` comes back ahead of the
        /// response, `x-grpc-test-echo-trailing-bin` behind it.
        public func unaryCall(_ request: RPCMessages.SimpleRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.SimpleResponse {
            try await channel.unary(ConformanceService.unaryCall, request, options: options)
        }

        /// Like UnaryCall; what it answers may be kept and given again.
        public func cacheableUnaryCall(_ request: RPCMessages.SimpleRequest, options: CallOptions = CallOptions()) async throws -> RPCMessages.SimpleResponse {
            try await channel.unary(ConformanceService.cacheableUnaryCall, request, options: options)
        }

        /// One request, the responses that it asks for.
        public func streamingOutputCall<Result>(_ request: RPCMessages.StreamingOutputCallRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<RPCMessages.StreamingOutputCallResponse>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(ConformanceService.streamingOutputCall, request, options: options, receive)
        }

        /// Many requests; the response tells the bytes in all their payloads.
        public func streamingInputCall(options: CallOptions = CallOptions(), _ send: (MessageWriter<RPCMessages.StreamingInputCallRequest>) async throws -> Void) async throws -> RPCMessages.StreamingInputCallResponse {
            try await channel.clientStreaming(ConformanceService.streamingInputCall, options: options, send)
        }

        /// Every request is answered at once with the responses that it asks for. Metadata is sent back as by UnaryCall.
        public func fullDuplexCall<Result>(options: CallOptions = CallOptions(), _ body: (MessageWriter<RPCMessages.StreamingOutputCallRequest>, MessageStream<RPCMessages.StreamingOutputCallResponse>) async throws -> Result) async throws -> Result {
            try await channel.bidirectional(ConformanceService.fullDuplexCall, options: options, body)
        }

        /// The requests are answered in order once all have come.
        public func halfDuplexCall<Result>(options: CallOptions = CallOptions(), _ body: (MessageWriter<RPCMessages.StreamingOutputCallRequest>, MessageStream<RPCMessages.StreamingOutputCallResponse>) async throws -> Result) async throws -> Result {
            try await channel.bidirectional(ConformanceService.halfDuplexCall, options: options, body)
        }

        /// Sends one response before it reads anything, then one for each request.
        public func serverFirstCall<Result>(options: CallOptions = CallOptions(), _ body: (MessageWriter<RPCMessages.Empty>, MessageStream<RPCMessages.Empty>) async throws -> Result) async throws -> Result {
            try await channel.bidirectional(ConformanceService.serverFirstCall, options: options, body)
        }

        /// Never answers: it runs until it is cancelled or late.
        public func holdCall(_ request: RPCMessages.Empty, options: CallOptions = CallOptions()) async throws -> RPCMessages.Empty {
            try await channel.unary(ConformanceService.holdCall, request, options: options)
        }

        /// How the calls of this server went, for a look behind what the wire shows.
        public func getTally(_ request: RPCMessages.Empty, options: CallOptions = CallOptions()) async throws -> RPCMessages.Tally {
            try await channel.unary(ConformanceService.getTally, request, options: options)
        }

        /// Declared, and served by nobody.
        public func unimplementedCall(_ request: RPCMessages.Empty, options: CallOptions = CallOptions()) async throws -> RPCMessages.Empty {
            try await channel.unary(ConformanceService.unimplementedCall, request, options: options)
        }
    }
}

extension RPCMessages.ConformanceProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.ConformanceService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.ConformanceService.emptyCall) { (request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty in
                try await self.emptyCall(request, context: context)
            },
            .unary(RPCMessages.ConformanceService.unaryCall) { (request: RPCMessages.SimpleRequest, context: CallContext) async throws -> RPCMessages.SimpleResponse in
                try await self.unaryCall(request, context: context)
            },
            .unary(RPCMessages.ConformanceService.cacheableUnaryCall) { (request: RPCMessages.SimpleRequest, context: CallContext) async throws -> RPCMessages.SimpleResponse in
                try await self.cacheableUnaryCall(request, context: context)
            },
            .serverStreaming(RPCMessages.ConformanceService.streamingOutputCall) { (request: RPCMessages.StreamingOutputCallRequest, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws -> Void in
                try await self.streamingOutputCall(request, responses: responses, context: context)
            },
            .clientStreaming(RPCMessages.ConformanceService.streamingInputCall) { (requests: MessageStream<RPCMessages.StreamingInputCallRequest>, context: CallContext) async throws -> RPCMessages.StreamingInputCallResponse in
                try await self.streamingInputCall(requests, context: context)
            },
            .bidirectional(RPCMessages.ConformanceService.fullDuplexCall) { (requests: MessageStream<RPCMessages.StreamingOutputCallRequest>, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws -> Void in
                try await self.fullDuplexCall(requests, responses: responses, context: context)
            },
            .bidirectional(RPCMessages.ConformanceService.halfDuplexCall) { (requests: MessageStream<RPCMessages.StreamingOutputCallRequest>, responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>, context: CallContext) async throws -> Void in
                try await self.halfDuplexCall(requests, responses: responses, context: context)
            },
            .bidirectional(RPCMessages.ConformanceService.serverFirstCall) { (requests: MessageStream<RPCMessages.Empty>, responses: MessageWriter<RPCMessages.Empty>, context: CallContext) async throws -> Void in
                try await self.serverFirstCall(requests, responses: responses, context: context)
            },
            .unary(RPCMessages.ConformanceService.holdCall) { (request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty in
                try await self.holdCall(request, context: context)
            },
            .unary(RPCMessages.ConformanceService.getTally) { (request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Tally in
                try await self.getTally(request, context: context)
            },
            .unary(RPCMessages.ConformanceService.unimplementedCall) { (request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty in
                try await self.unimplementedCall(request, context: context)
            },
        ]
    }
}

extension RPCMessages {
    /// What `larder.rpc.v1.Unimplemented` has: its methods and who may call them.
    public enum UnimplementedService {
        public static let unimplementedCall = MethodDescriptor(
            service: "larder.rpc.v1.Unimplemented",
            name: "UnimplementedCall",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: RPCMessages.Empty.descriptor,
            response: RPCMessages.Empty.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.rpc.v1.Unimplemented",
            methods: [unimplementedCall]
        )
    }

    /// Declared, and served by nobody.
    public protocol UnimplementedProvider: ServiceProvider {
        /// Callers: anyone.
        func unimplementedCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty
    }

    /// Calls `larder.rpc.v1.Unimplemented`.
    public struct UnimplementedClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        public func unimplementedCall(_ request: RPCMessages.Empty, options: CallOptions = CallOptions()) async throws -> RPCMessages.Empty {
            try await channel.unary(UnimplementedService.unimplementedCall, request, options: options)
        }
    }
}

extension RPCMessages.UnimplementedProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { RPCMessages.UnimplementedService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(RPCMessages.UnimplementedService.unimplementedCall) { (request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty in
                try await self.unimplementedCall(request, context: context)
            },
        ]
    }
}
