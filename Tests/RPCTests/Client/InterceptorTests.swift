import MessageCoding
import NIOCore
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Synchronization
import Testing
import Wire

@Suite("Interceptors of a client", .timeLimit(.minutes(5)))
struct InterceptorTests {
    private let method = TestMethods.unary("Tell")

    /// Writes down what passes, and adds a mark.
    private struct Marker: ClientInterceptor {
        let name: String
        let passed: Recorder<String>

        func intercept<Result>(
            _ method: MethodDescriptor,
            _ options: CallOptions,
            next: (CallOptions) async throws -> Result
        ) async throws -> Result {
            var options = options
            options.metadata.add("x-mark", name)
            passed.record("\(name) > \(method.name)")
            do {
                let result = try await next(options)
                passed.record("\(name) < OK")
                return result
            } catch let status as Status {
                passed.record("\(name) < \(status.code.name)")
                throw status
            }
        }
    }

    private struct Refuser: ClientInterceptor {
        func intercept<Result>(
            _ method: MethodDescriptor,
            _ options: CallOptions,
            next: (CallOptions) async throws -> Result
        ) async throws -> Result { throw Status(.permissionDenied, "Not today.") }
    }

    private struct Repeater: ClientInterceptor {
        func intercept<Result>(
            _ method: MethodDescriptor,
            _ options: CallOptions,
            next: (CallOptions) async throws -> Result
        ) async throws -> Result {
            do { return try await next(options) } catch { return try await next(options) }
        }
    }

    @Test("are run around a call, the first one outermost, and what they change reaches the server")
    func order() async throws {
        let passed = Recorder<String>()
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            let marks = context.metadata.entries.filter { $0.name == "x-mark" }.map(\.value)
            #expect(marks == [.text("outer"), .text("inner")])
            return request
        }
        let peers = InProcessPeers([handler])
        let channel = peers.channel.intercepted(by: ["outer", "inner"].map { Marker(name: $0, passed: passed) })
        let _: Echo = try await channel.unary(method, Echo(), options: CallOptions())
        #expect(passed.values == ["outer > Tell", "inner > Tell", "inner < OK", "outer < OK"])
        await peers.stop()
    }

    @Test("see how a call fails, and can reject one that never leaves")
    func failures() async throws {
        let passed = Recorder<String>()
        let peers = InProcessPeers([])
        let marker = Marker(name: "outer", passed: passed)
        for interceptors in [[marker], [marker, Refuser()]] as [[any ClientInterceptor]] {
            let channel = peers.channel.intercepted(by: interceptors)
            await #expect(throws: Status.self) {
                let _: Echo = try await channel.unary(method, Echo(), options: CallOptions())
            }
        }
        #expect(
            passed.values == [
                "outer > Tell", "outer < UNIMPLEMENTED", "outer > Tell", "outer < PERMISSION_DENIED",
            ]
        )
        #expect(peers.network.attempts(to: peers.endpoint) == 1)
        await peers.stop()
    }

    @Test("can make a call again")
    func again() async throws {
        let calls = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            calls.record(())
            if calls.count == 1 { throw Status(.aborted, "Somebody else was faster.") }
            return request
        }
        let peers = InProcessPeers([handler])
        let channel = peers.channel.intercepted(by: [Repeater()])
        let _: Echo = try await channel.unary(method, Echo(), options: CallOptions())
        #expect(calls.count == 2)
        await peers.stop()
    }

    @Test("are run around streams and generated clients, too")
    func streams() async throws {
        let passed = Recorder<String>()
        let collect = RPCMessages.EchoService.collectEchoes
        let expand = RPCMessages.EchoService.repeatEcho
        let converse = RPCMessages.EchoService.exchangeEchoes
        let peers = InProcessPeers([
            .clientStreaming(collect) { (requests: MessageStream<Echo>, _) in
                for try await _ in requests {}
                return RPCMessages.EchoSummary()
            },
            .serverStreaming(expand) { (_: RPCMessages.RepeatEchoRequest, responses: MessageWriter<Echo>, _) in
                try await responses.write(Echo())
            },
            .bidirectional(converse) { (_: MessageStream<Echo>, responses: MessageWriter<Echo>, _) in
                try await responses.write(Echo())
            },
        ])
        let channel = peers.channel.intercepted(by: [Marker(name: "m", passed: passed)])
        let echo = RPCMessages.EchoClient(channel: channel)
        _ = try await echo.collectEchoes { try await $0.write(Echo()) }
        try await echo.repeatEcho(RPCMessages.RepeatEchoRequest()) { responses in for try await _ in responses {} }
        try await echo.exchangeEchoes { _, responses in for try await _ in responses {} }
        #expect(passed.count == 6 && passed.values.filter { $0 == "m < OK" }.count == 3)
        await peers.stop()
    }
}
