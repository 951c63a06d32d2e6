import RPC
import RPCStubs
import RPCValues
import Wire

/// The service of gRPC's interoperability tests.
struct ConformanceHandlers: RPCMessages.ConformanceProvider {
    let tally: CallTally

    /// All handlers except those declared to be unimplemented, and those of the server's health.
    var servedHandlers: [MethodHandler] {
        handlers.filter { $0.method.path != RPCMessages.ConformanceService.unimplementedCall.path }
            + HealthHandlers().handlers
    }

    func emptyCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty { request }

    func unaryCall(
        _ request: RPCMessages.SimpleRequest,
        context: CallContext
    ) async throws -> RPCMessages.SimpleResponse {
        try ConformanceHandlers.check(request.expectCompressed, wasCompressed: context.wasRequestCompressed)
        try ConformanceHandlers.end(with: request.responseStatus)
        if let isCompressed = request.responseCompressed {
            context.responseCompression?.choice = ConformanceHandlers.compression(isCompressed)
        }
        let response = RPCMessages.SimpleResponse(payload: try ConformanceHandlers.payload(of: request.responseSize))
        try await MetadataEcho.answer(context)
        return response
    }

    func cacheableUnaryCall(
        _ request: RPCMessages.SimpleRequest,
        context: CallContext
    ) async throws -> RPCMessages.SimpleResponse {
        try await unaryCall(request, context: context)
    }

    func streamingOutputCall(
        _ request: RPCMessages.StreamingOutputCallRequest,
        responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>,
        context: CallContext
    ) async throws {
        try await ConformanceHandlers.answer(request) { try await responses.write($0, compression: $1) }
    }

    func streamingInputCall(
        _ requests: MessageStream<RPCMessages.StreamingInputCallRequest>,
        context: CallContext
    ) async throws -> RPCMessages.StreamingInputCallResponse {
        var size = 0
        while let (request, wasCompressed) = try await requests.nextReceived() {
            try ConformanceHandlers.check(request.expectCompressed, wasCompressed: wasCompressed)
            size += request.payload?.body.count ?? 0
        }
        return RPCMessages.StreamingInputCallResponse(aggregatedPayloadSize: Int32(clamping: size))
    }

    func fullDuplexCall(
        _ requests: MessageStream<RPCMessages.StreamingOutputCallRequest>,
        responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>,
        context: CallContext
    ) async throws {
        try await MetadataEcho.answer(context)
        for try await request in requests {
            try await ConformanceHandlers.answer(request) { try await responses.write($0, compression: $1) }
        }
    }

    func halfDuplexCall(
        _ requests: MessageStream<RPCMessages.StreamingOutputCallRequest>,
        responses: MessageWriter<RPCMessages.StreamingOutputCallResponse>,
        context: CallContext
    ) async throws {
        var all: [RPCMessages.StreamingOutputCallRequest] = []
        for try await request in requests { all.append(request) }
        for request in all {
            try await ConformanceHandlers.answer(request) { try await responses.write($0, compression: $1) }
        }
    }

    func serverFirstCall(
        _ requests: MessageStream<RPCMessages.Empty>,
        responses: MessageWriter<RPCMessages.Empty>,
        context: CallContext
    ) async throws {
        try await responses.write(RPCMessages.Empty())
        for try await request in requests { try await responses.write(request) }
    }

    func holdCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty {
        await cancellation()
        throw CancellationError()
    }

    func getTally(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Tally {
        tally.current
    }

    func unimplementedCall(_ request: RPCMessages.Empty, context: CallContext) async throws -> RPCMessages.Empty {
        throw Status(.unimplemented, "This method is declared and not served.")
    }
}

extension ConformanceHandlers {
    /// Sends the requested responses, or throws the requested status.
    static func answer(
        _ request: RPCMessages.StreamingOutputCallRequest,
        send: (RPCMessages.StreamingOutputCallResponse, MessageCompression) async throws -> Void
    ) async throws {
        try end(with: request.responseStatus)
        for parameters in request.responseParameters {
            if parameters.intervalUs > 0 { try await Task.sleep(for: .microseconds(parameters.intervalUs)) }
            let response = RPCMessages.StreamingOutputCallResponse(payload: try payload(of: parameters.size))
            try await send(response, compression(parameters.compressed))
        }
    }

    /// Rejects a request that did not arrive in the form it states.
    static func check(_ expectation: RPCMessages.BoolValue?, wasCompressed: Bool) throws {
        guard let expectation, expectation.value != wasCompressed else { return }
        throw Status(.invalidArgument, "The request came \(wasCompressed ? "compressed" : "uncompressed").")
    }

    /// The compression of a response that requests it.
    static func compression(_ isCompressed: RPCMessages.BoolValue?) -> MessageCompression {
        isCompressed?.value == true ? .always : .off
    }

    /// Throws the status that a request asks for, if any.
    static func end(with status: RPCMessages.EchoStatus?) throws {
        guard let status, status.code != 0 else { return }
        throw Status(UInt8(exactly: status.code).flatMap(StatusCode.init) ?? .unknown, status.message)
    }

    /// The requested number of zeros.
    static func payload(of size: Int32) throws -> RPCMessages.Payload {
        guard (0...16_777_216).contains(size) else {
            throw Status(.invalidArgument, "A payload has 0 to 16,777,216 bytes.")
        }
        return RPCMessages.Payload(body: [UInt8](repeating: 0, count: Int(size)))
    }
}
