import NIOCore
import Testing

@testable import Wire

/// Frames that carry nothing, without end.
struct Flood: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var role: ConnectionStateMachine.Role = .server
    var bytes: @Sendable (UInt32) -> [UInt8]

    static let all: [Flood] = [
        Flood(testDescription: "pings") { _ in frame(.ping, [], 0, [1, 2, 3, 4, 5, 6, 7, 8]) },
        Flood(testDescription: "pings to a client", role: .client) { _ in frame(.ping, [], 0, [1, 2, 3, 4, 5, 6, 7, 8])
        },
        Flood(testDescription: "answers to no ping") { _ in
            frame(.ping, .acknowledgement, 0, [1, 2, 3, 4, 5, 6, 7, 8])
        },
        Flood(testDescription: "empty messages") { _ in frame(.message, [], 1) },
        Flood(testDescription: "empty messages to a client", role: .client) { _ in frame(.message, [], 1) },
        Flood(testDescription: "windows") { _ in frame(.window, [], 0, [0, 0, 0, 1]) },
        Flood(testDescription: "windows of a stream") { _ in frame(.window, [], 1, [0, 0, 0, 1]) },
        Flood(testDescription: "unknown frames") { _ in frame(99, 0, 0, [1]) },
        Flood(testDescription: "goodbyes") { _ in frame(.goAway, [], 0, [0, 0, 0, 0, 0]) },
        Flood(testDescription: "calls that are cancelled") { round in
            frame(.call, [], round + 2, callPayload()) + frame(.cancel, [], round + 2, [1])
        },
        Flood(testDescription: "calls with a message that are cancelled") { round in
            frame(.call, [], round + 2, callPayload()) + frame(.message, [], round + 2, [1])
                + frame(.cancel, [], round + 2, [1])
        },
        Flood(testDescription: "calls with messages that are cancelled") { round in
            frame(.call, [], round + 2, callPayload()) + (0..<10).flatMap { _ in frame(.message, [], round + 2, [1]) }
                + frame(.cancel, [], round + 2, [1])
        },
        Flood(testDescription: "calls over the limit") { round in frame(.call, [], round + 2, callPayload()) },
        Flood(testDescription: "ends of nothing", role: .client) { _ in
            frame(.status, [], 1, [5, 0, 0, 0])
        },
    ]
}

@Suite("Frame rate limiter")
struct FrameRateLimiterTests {
    @Test("cuts off floods of frames that carry nothing", arguments: Flood.all)
    func floods(flood: Flood) throws {
        var machine = ConnectionStateMachine.opened(flood.role)
        if flood.role == .server { machine.receive(frame(.call, [], 1, callPayload())) }
        if flood.role == .client { _ = try machine.startCall(CallHeader(template: CallTemplate(method: "a.B/C"))) }
        var violation: WireViolation?
        var rounds: UInt32 = 0
        var answered = 0
        while violation == nil, rounds < 20_000 {
            machine.receive(flood.bytes(rounds))
            for event in machine.allEvents() {
                violation = event.violation ?? violation
                // As fast a server as there can be: it frees a cancelled call at once.
                if let cancelled = event.cancelled { machine.release(cancelled.stream) }
            }
            answered += machine.allOutput().readableBytes
            rounds += 1
        }
        #expect(violation == WireViolation(.excessiveLoad, "too many frames that carry nothing"))
        #expect(rounds <= 4_000)
        #expect(answered < 500_000)
    }

    @Test("lets a trickle of such frames through for ever")
    func trickle() {
        var server = ConnectionStateMachine.opened(.server)
        for second in 0..<60 as Range<Int64> {
            for _ in 0..<900 { server.receive(frame(.ping, [], 0, [0, 0, 0, 0, 0, 0, 0, 1]), at: second) }
            _ = server.allEvents()
            _ = server.allOutput()
        }
        #expect(server.hasFailed == false)
    }

    @Test(
        "never cuts off a hundred thousand small calls at once, of messages with and without bytes, well ended or not"
    )
    func manyCalls() throws {
        let link = Link()
        let template = CallTemplate(method: "a.B/C")
        link.onServer = { link, event in
            guard let message = event.message else { return }
            link.server.consumed(message.bytes.readableBytes, on: message.stream)
            if message.stream % 3 == 0 {
                link.server.sendStatus(CallStatus(.notFound), on: message.stream)
            } else {
                link.server.sendMessage(message.bytes, on: message.stream, end: true)
            }
        }
        var started = 0
        for _ in 0..<100 {
            for index in 0..<1_000 {
                let stream = try link.client.startCall(CallHeader(template: template))
                link.client.sendMessage(index % 2 == 0 ? ByteBuffer() : ByteBuffer(string: "x"), on: stream, end: true)
                started += 1
            }
            link.run()
            #expect(link.clientEvents.compactMap(\.status).count == 1_000)
            link.clientEvents = []
            link.serverEvents = []
        }
        #expect(started == 100_000)
        expectFullCredit(link)
    }

    @Test(
        "never cuts off full speed both ways with the traffic of WINDOW frames",
        arguments: [
            Settings(initialStreamWindow: 65_536, connectionWindow: 65_536), Settings(),
            Settings(maximumFrameSize: 1_048_576, initialStreamWindow: 65_536, connectionWindow: 65_536),
            Settings(maximumFrameSize: 1_048_576, connectionWindow: 16_777_216),
        ],
        [10, 16_384, 65_536, 300_000]
    )
    func fullSpeed(settings: Settings, size: Int) throws {
        let link = Link(client: settings, server: settings)
        link.consumeEverything()
        let streams = try (0..<4).map { _ in try link.start() }
        link.run()
        let message = ByteBuffer(filler: size)
        let rounds = size > 100_000 ? 100 : 600
        for _ in 0..<rounds {
            for stream in streams {
                link.client.sendMessage(message, on: stream, end: false)
                link.server.sendMessage(message, on: stream, end: false)
            }
            link.run()
            link.clientEvents = []
            link.serverEvents = []
        }
        #expect(streams.allSatisfy { link.client.bufferedBytes(on: $0) == 0 && link.server.bufferedBytes(on: $0) == 0 })
        expectFullCredit(link)
    }

    @Test("never cuts off a client that returns every message's bytes to both windows as it comes")
    func everyWindow() throws {
        var server = ConnectionStateMachine.opened(.server)
        server.receive(frame(.call, [], 1, callPayload()))
        _ = server.allEvents()
        for _ in 0..<20_000 {
            server.sendMessage(ByteBuffer(filler: 10), on: 1, end: false)
            #expect(server.allOutput().readableBytes > 10)
            for stream in [0, 1] as [UInt32] { server.receive(frame(.window, [], stream, [0, 0, 0, 10])) }
            #expect(server.allEvents().isEmpty)
        }
        #expect(server.violation == nil)
    }

    @Test("refills with time without losing parts of tokens, and never above the burst")
    func refill() {
        var frameRate = FrameRateLimiter(limits: FrameRateLimits(burst: 2, perSecond: 1_000))
        let start = NIODeadline.uptimeNanoseconds(0)
        #expect(admits(&frameRate, start, 2))
        #expect(!admits(&frameRate, start, 1))
        #expect(!admits(&frameRate, start + .nanoseconds(999_999), 1))
        #expect(admits(&frameRate, start + .nanoseconds(1_900_000), 1))
        #expect(admits(&frameRate, start + .nanoseconds(2_000_000), 1))
        #expect(!admits(&frameRate, start + .nanoseconds(2_999_999), 1))
        #expect(admits(&frameRate, start + .hours(100), 2))
        #expect(!admits(&frameRate, start + .hours(100), 1))
        #expect(!admits(&frameRate, start, 1), "a clock that goes back gives nothing")
        frameRate.add(50)
        #expect(!admits(&frameRate, start, 3))
        #expect(admits(&frameRate, start, 2))
    }

    @Test("works at rates out of reason", arguments: [(0, 0), (-1, -5), (1, .max), (.max / 2, 1)] as [(Int, Int)])
    func oddLimits(burst: Int, perSecond: Int) {
        var frameRate = FrameRateLimiter(limits: FrameRateLimits(burst: burst, perSecond: perSecond))
        #expect(admits(&frameRate, .uptimeNanoseconds(0), 1))
        #expect(admits(&frameRate, .uptimeNanoseconds(0) + .hours(1), 1))
    }

    private func admits(_ frameRate: inout FrameRateLimiter, _ now: NIODeadline, _ cost: Int) -> Bool {
        frameRate.take(cost, now: now)
    }
}
