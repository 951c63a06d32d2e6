import NIOCore
import RPCTestSupport
import RPCValues
import Testing

@testable import RPC
@testable import Wire

@Suite("Unary calls that end before their answer, on the fast path or not", .timeLimit(.minutes(5)))
struct UnaryFastPathEndingTests {
    private static let method = TestMethods.unary("EndingWay")
    private let service = ScriptedService()

    @Test("a deadline ends the call, and the server is notified once", arguments: CallPath.allCases)
    func deadline(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method, CallOptions(timeout: .seconds(1))))
        let request = try await server.request()
        #expect(request.header.timeoutMicroseconds == 1_000_000)
        try await service.clock.advance(by: .milliseconds(999))
        #expect(server.cancellations.isEmpty && service.outstanding == 1)
        try await service.clock.advance(by: .milliseconds(10))
        #expect(try await call.outcome == Status.deadlineExceeded)
        try await server.waitForCancellation()
        #expect(service.outstanding == 0)
        // What arrives too late is dropped.
        try await server.perform {
            $0.release(request.stream)
            $0.sendMessage(ByteBuffer(), on: request.stream, end: true)
        }
        let next = way.start(service.echo(Self.method))
        try await server.answer(try await server.request(2))
        #expect(try await next.outcome.payload == [1, 2])
        #expect(server.cancellations == [.deadlineExceeded])
        try await service.stop()
    }

    @Test("the deadlines of several calls pass each at its time", arguments: CallPath.allCases)
    func deadlines(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let seconds = [3, 1, 2]
        let calls = seconds.map { way.start(service.failure(of: Self.method, CallOptions(timeout: .seconds($0)))) }
        for number in 1...3 { _ = try await server.request(number) }
        for left in [2, 1, 0] {
            try await service.clock.advance(by: .milliseconds(1_100))
            try await until { service.outstanding == left }
        }
        for call in calls { #expect(try await call.outcome?.code == .deadlineExceeded) }
        try await service.stop()
    }

    // MARK: Cancellation

    @Test("a task that is cancelled while it waits gives the call up, once", arguments: CallPath.allCases)
    func cancelled(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.failure(of: Self.method))
        _ = try await server.request()
        call.cancel()
        call.cancel()
        #expect(try await call.outcome?.code == .cancelled)
        try await server.waitForCancellation()
        #expect(service.outstanding == 0)
        let next = way.start(service.echo(Self.method))
        try await server.answer(try await server.request(2))
        _ = try await next.outcome
        #expect(server.cancellations == [.cancelled])
        try await service.stop()
    }

    @Test("a task that was cancelled before fails, and leaves no call at the server", arguments: CallPath.allCases)
    func cancelledBefore(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let channel = service.channel
        let isCancelled = try await way.run {
            withUnsafeCurrentTask { $0?.cancel() }
            do {
                try await channel.call(Self.method)
                return false
            } catch {
                return (error as? Status)?.code == .cancelled || error is CancellationError
            }
        }
        #expect(isCancelled)
        #expect(service.outstanding == 0)
        let next = way.start(service.echo(Self.method))
        let request = try await server.events.wait {
            $0.contains { $0.message.map { $0.bytes.readableBytes > 0 } ?? false }
        }.lazy.compactMap(\.message).first { $0.bytes.readableBytes > 0 }
        let stream = try #require(request).stream
        try await server.perform { $0.sendMessage(ByteBuffer(), on: stream, end: true) }
        _ = try await next.outcome
        #expect(server.cancellations.count == server.events.values.count { $0.call != nil } - 1)
        try await service.stop()
    }

    @Test("a task that is cancelled after the end sends nothing to the server", arguments: CallPath.allCases)
    func cancelledAfter(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let (ended, gate) = (Recorder<Echo>(), Gate())
        let echo = service.echo(Self.method)
        let call = way.start {
            ended.record(try await echo())
            await gate.waitThroughCancellation()
        }
        try await server.answer(try await server.request())
        #expect(try await ended.wait(forCount: 1).first?.payload == [1, 2])
        call.cancel()
        gate.open()
        try await call.outcome
        let next = way.start(service.echo(Self.method))
        try await server.answer(try await server.request(2))
        #expect(try await next.outcome.payload == [1, 2])
        #expect(server.cancellations.isEmpty)
        try await service.stop()
    }

    // MARK: The connection

    @Test("a connection that is lost ends the call, which is not made again", arguments: CallPath.allCases)
    func lost(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let calls = (0..<3).map { _ in way.start(service.failure(of: Self.method)) }
        for number in 1...3 { _ = try await server.request(number) }
        try await server.close()
        for call in calls {
            let failure = try #require(await call.outcome)
            #expect(failure.code == .unavailable && !failure.isUnprocessed)
        }
        #expect(service.instances[0].values.allSatisfy { $0.events.values.count { $0.call != nil } <= 3 })
        #expect(await service.channel.snapshot().calls == CallCounts(started: 3, failed: 3))
        try await service.stop()
    }

    @Test("a server that goes away lets the call end, and gets no other", arguments: CallPath.allCases)
    func goAway(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.echo(Self.method))
        let request = try await server.request()
        try await server.perform { $0.goAway(.none, "moving") }
        try await until { service.channel.readyConnection(on: CallPath.group.any()) == nil }
        let next = way.start(service.echo(Self.method))
        try await service.clock.whileRunning {
            try await service.instances[0].wait(forCount: 2)
            let second = service.instances[0].values[1]
            try await second.answer(try await second.request())
            #expect(try await next.outcome.payload == [1, 2])
        }
        try await server.answer(request)
        #expect(try await call.outcome.payload == [1, 2])
        try await server.ends.wait(forCount: 1)
        try await service.stop()
    }

    @Test("a call that a server which goes away has not taken is made again elsewhere", arguments: CallPath.allCases)
    func goAwayBefore(_ way: CallPath) async throws {
        let server = try await service.connect()[0]
        let call = way.start(service.echo(Self.method))
        _ = try await server.request()
        try await server.perform { $0.output.writeGoAway(0, .none, "it has not seen the call") }
        try await service.clock.whileRunning {
            try await service.instances[0].wait(forCount: 2)
            let second = service.instances[0].values[1]
            try await second.answer(try await second.request())
            #expect(try await call.outcome.payload == [1, 2])
        }
        #expect(service.outstanding == 0)
        try await service.stop()
    }
}
