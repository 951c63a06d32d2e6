import LarderClientTestSupport
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import ServiceKit
import TLS
import Texts

@testable import larder

/// A service assembled by ServiceKit that requires a certificate, and a command line for it.
struct TestService {
    let server: RPCServer
    let seen: Recorder<CallContext>
    private let run: CommandRun

    /// A method that the command-line client has no code for, though servers describe it.
    static let trial = method("Try", .unary)
    static let stream = method("Converse", .bidirectional)
    static let failing = method("Fail", .unary)

    private static func method(_ name: String, _ kind: CallKind) -> MethodDescriptor {
        MethodDescriptor(
            service: "larder.trial.v1.Trials",
            name: name,
            kind: kind,
            access: .services(["ocr", "operator"]),
            idempotency: .none,
            request: RPCMessages.ServiceHealth.descriptor,
            response: RPCMessages.ServiceHealth.descriptor
        )
    }

    /// Runs one while `body` does.
    static func with(_ body: (TestService) async throws -> Void) async throws {
        let seen = Recorder<CallContext>()
        let registry = DiagnosticsRegistry()
        let providers: [any ServiceProvider] = [Echoes(seen: seen), Trials()]
        try await withAssembledService("budget", providers, diagnostics: registry) { server, run in
            let upstream = try makeChannel(to: "budget", ports: [server.port], as: "ocr")
            defer { upstream.close() }
            registry.add(upstream)
            try await body(TestService(server: server, seen: seen, run: run))
        }
    }

    /// Runs `larder rpc …` for this service with the certificate of `caller`.
    func callAsFunction(
        _ arguments: String...,
        as caller: String? = "operator",
        typed: [String] = [],
        in language: Language = .english
    ) async throws
        -> Printed
    {
        var run = run
        run.language = language
        run.typed = typed
        return try await run(["rpc"] + arguments + server.options(of: "budget", as: caller))
    }
}

private struct Echoes: RPCMessages.EchoProvider {
    let seen: Recorder<CallContext>

    func unaryEcho(_ request: RPCMessages.EchoMessage, context: CallContext) async throws -> RPCMessages.EchoMessage {
        seen.record(context)
        return request
    }

    func collectEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws -> RPCMessages.EchoSummary {
        var summary = RPCMessages.EchoSummary()
        for try await request in requests {
            summary.messages += 1
            summary.bytes += Int64(request.payload.count)
        }
        return summary
    }

    func repeatEcho(
        _ request: RPCMessages.RepeatEchoRequest,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws {
        for _ in 0..<request.times { try await responses.write(request.message ?? .init()) }
        if request.times == 3 { throw Status(.outOfRange, "Three is too many.", reason: "THREE") }
    }

    func exchangeEchoes(
        _ requests: MessageStream<RPCMessages.EchoMessage>,
        responses: MessageWriter<RPCMessages.EchoMessage>,
        context: CallContext
    ) async throws {
        for try await request in requests { try await responses.write(request) }
    }
}

private struct Trials: ServiceProvider {
    var descriptor: ServiceDescriptor {
        ServiceDescriptor(
            name: "larder.trial.v1.Trials",
            methods: [TestService.trial, TestService.stream, TestService.failing]
        )
    }

    var handlers: [MethodHandler] {
        [
            .unary(TestService.trial) { (request: RPCMessages.ServiceHealth, _) in request },
            .bidirectional(TestService.stream) {
                (requests: MessageStream<RPCMessages.ServiceHealth>, responses, _) in
                for try await request in requests { try await responses.write(request) }
            },
            .unary(TestService.failing) { (_: RPCMessages.ServiceHealth, _) -> RPCMessages.ServiceHealth in
                throw Status.invalid([.init("service", "The service must have a name.")])
            },
        ]
    }
}
