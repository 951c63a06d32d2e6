import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("Deadlines", .timeLimit(.minutes(5)))
struct DeadlineTests {
    private let method = TestMethods.unary("Wait", idempotency: .noSideEffects)

    @Test("a call whose time is up before it starts never reaches the server")
    func alreadyOver() async throws {
        let served = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            served.record(())
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let failure = try #require(await channel.failure(of: method, CallOptions(timeout: .zero)))
            #expect(failure.code == .deadlineExceeded)
            #expect(!failure.isRemote)
            try await channel.call(method)
            #expect(served.count == 1)
        }
    }

    @Test("at its deadline a call fails and its handler is cancelled")
    func handlerIsCancelled() async throws {
        let started = Recorder<Void>()
        let ended = Recorder<Bool>()
        let handler = MethodHandler.unary(method) { (request: Echo, context) in
            started.record(())
            do {
                try await Gate().wait()
            } catch {
                ended.record(error is CancellationError && context.deadline != nil)
                throw error
            }
            return request
        }
        try await withPeers([handler]) { channel, _ in
            // On a busy machine the time can be up before the connection is made.
            while started.count == 0 {
                let failure = try #require(await channel.failure(of: method, CallOptions(timeout: .milliseconds(50))))
                #expect(failure.code == .deadlineExceeded)
            }
            #expect(try await ended.wait(forCount: 1) == [true])
        }
    }

    @Test("a server ends a call at its deadline though its client waits on, and whether or not the request came")
    func serverEnds() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            try await Gate().wait()
            return request
        }
        try await withPeers([handler]) { _, server in
            for isComplete in [true, false] {
                var machine = ConnectionStateMachine(role: .client)
                let template = CallTemplate(method: method.path)
                let stream = try machine.startCall(CallHeader(template: template, timeoutMicroseconds: 20_000))
                if isComplete { machine.sendMessage(ByteBuffer(), on: stream, end: true) }
                let client = try await RawConnection.connect(
                    port: server.port,
                    tls: try TestCertificates.client("ocr", expecting: "budget")
                )
                while let output = machine.takeOutput() { try await client.send(Array(output.readableBytesView)) }
                var known = 0
                var status: CallStatus?
                while status == nil {
                    let all = try await client.wait(forBytes: known + 1)
                    var new = ByteBuffer(bytes: all[known...])
                    known = all.count
                    machine.receive(&new, now: .now())
                    while let event = machine.nextEvent() { if case .status(_, let end) = event { status = end } }
                }
                #expect(status?.code == .deadlineExceeded)
                await client.close()
            }
        }
    }

    @Test("a client gives up at the deadline whatever the handler does")
    func stubbornHandler() async throws {
        let gate = Gate()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            await gate.waitThroughCancellation()
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let failure = try #require(await channel.failure(of: method, CallOptions(timeout: .milliseconds(50))))
            #expect(failure.code == .deadlineExceeded)
            gate.open()
        }
    }

    @Test("a call that a handler makes inherits its deadline and its trace")
    func inherited() async throws {
        let contexts = Recorder<CallContext>()
        let inner = TestMethods.unary("Inner")
        let innerHandler = MethodHandler.unary(inner) { (request: Echo, context) in
            contexts.record(context)
            return request
        }
        try await withPeers([innerHandler]) { innerChannel, _ in
            let handler = MethodHandler.unary(method) { (_: Echo, context) in
                contexts.record(context)
                // Asks for more time than there is.
                return try await innerChannel.call(inner, CallOptions(timeout: .seconds(3_600)))
            }
            try await withPeers([handler]) { channel, _ in
                try await channel.call(method, CallOptions(timeout: .seconds(30)))
                let seen = contexts.values
                let outerDeadline = try #require(seen[0].deadline)
                let innerDeadline = try #require(seen[1].deadline)
                // The time left is counted anew on arrival, later by what the message took to get there.
                #expect(innerDeadline - outerDeadline < .seconds(30))
                #expect(seen[0].trace.traceID == seen[1].trace.traceID)
                #expect(seen[0].trace.spanID != seen[1].trace.spanID)
            }
        }
    }

    @Test("nothing is called any more when the inherited time is up")
    func inheritedAndOver() async throws {
        try await withPeers([.unary(method) { (request: Echo, _) in request }]) { channel, _ in
            var random = TraceRandom()
            let context = CallContext(method: "a/b", deadline: .now() - .seconds(1), trace: .init(using: &random))
            let failure = await CallContext.$current.withValue(context) { await channel.failure(of: method) }
            #expect(failure?.code == .deadlineExceeded)
        }
    }

    @Test("many calls that time out on one connection each end, and the connection goes on")
    func manyTimeouts() async throws {
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            if !request.payload.isEmpty { return request }
            try await Gate().wait()
            return request
        }
        try await withPeers([handler]) { channel, _ in
            let codes = await withTaskGroup(of: StatusCode?.self) { group in
                for index in 0..<500 {
                    let options = CallOptions(timeout: .milliseconds(20 + index % 50))
                    group.addTask { await channel.failure(of: method, options)?.code }
                }
                return await group.reduce(into: Set<StatusCode?>()) { $0.insert($1) }
            }
            #expect(codes == [.deadlineExceeded])
            let answer: Echo = try await channel.unary(method, Echo(payload: [1]), options: CallOptions())
            #expect(answer.payload == [1])
        }
    }
}
