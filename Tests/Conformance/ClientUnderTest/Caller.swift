import RPC
import RPCStubs
import RPCValues

/// Makes the calls.
struct Caller: Sendable {
    private let client: RPCMessages.ConformanceClient
    private let options: CallOptions

    init(channel: RPCChannel, timeout: Duration) {
        client = RPCMessages.ConformanceClient(channel: channel)
        options = CallOptions(timeout: timeout, waitsForReady: true)
    }

    /// Makes a call and waits for its end.
    func make(_ call: CallName) async -> Outcome {
        var outcome = Outcome(call: call)
        do {
            switch call {
            case .unary: outcome.add(try await client.unaryCall(Caller.request, options: options).payload)
            case .cacheable: outcome.add(try await client.cacheableUnaryCall(Caller.request, options: options).payload)
            case .compressed:
                var options = options
                options.compression = .always
                outcome.add(try await client.unaryCall(Caller.request, options: options).payload)
            case .output: try await output(&outcome)
            case .duplex: try await duplex(&outcome)
            }
        } catch let status as Status {
            (outcome.code, outcome.message) = (status.code.name, status.message)
        } catch {
            (outcome.code, outcome.message) = ("UNKNOWN", "\(error)")
        }
        return outcome
    }

    private static let request = RPCMessages.SimpleRequest(
        responseSize: 314_159,
        payload: RPCMessages.Payload(body: [UInt8](repeating: 0, count: 271_828))
    )

    private static let streamRequest = RPCMessages.StreamingOutputCallRequest(
        responseParameters: [31_415, 9, 2_653, 58_979].map { RPCMessages.ResponseParameters(size: $0) }
    )

    private func output(_ outcome: inout Outcome) async throws {
        outcome = try await client.streamingOutputCall(Caller.streamRequest, options: options) { responses in
            try await Caller.count(responses, outcome)
        }
    }

    private func duplex(_ outcome: inout Outcome) async throws {
        outcome = try await client.fullDuplexCall(options: options) { requests, responses in
            try await requests.write(Caller.streamRequest)
            return try await Caller.count(responses, outcome)
        }
    }

    private static func count(
        _ responses: MessageStream<RPCMessages.StreamingOutputCallResponse>,
        _ start: Outcome
    ) async throws -> Outcome {
        var outcome = start
        for try await response in responses { outcome.add(response.payload) }
        return outcome
    }
}

extension Outcome {
    mutating func add(_ payload: RPCMessages.Payload?) {
        responses += 1
        bytes += payload?.body.count ?? 0
    }
}
