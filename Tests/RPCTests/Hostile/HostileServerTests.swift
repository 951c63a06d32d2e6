import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@Suite("A server that breaks the protocol", .timeLimit(.minutes(5)))
struct HostileServerTests {
    struct Breach: Sendable, CustomStringConvertible {
        let description: String
        let frames: [RawFrame]
        let code: ConnectionErrorCode

        init(_ description: String, _ code: ConnectionErrorCode, _ frames: RawFrame...) {
            self.description = description
            self.code = code
            self.frames = frames
        }

        init(_ description: String, each frame: RawFrame) {
            self.description = description
            code = .excessiveLoad
            // The client's own bucket holds 2,000 and gains 1,000 a second; this is far more than any machine sends in
            // the time that would pay for it.
            frames = Array(repeating: frame, count: 100_000)
        }
    }

    static let breaches: [Breach] = [
        Breach("metadata of a call that was never made", .protocolError, RawFrame(.metadata, stream: 9, [0])),
        Breach("a status of a call that was never made", .protocolError, RawFrame(.status, stream: 9, [0, 0, 0, 0])),
        Breach("a message of a call that was never made", .protocolError, RawFrame(.message, flags: .end, stream: 9)),
        Breach("a call, which is the client's to make", .protocolError, .call(1, "a.B/C")),
        Breach(
            "metadata twice",
            .protocolError,
            RawFrame(.metadata, stream: 1, [0]),
            RawFrame(.metadata, stream: 1, [0])
        ),
        Breach(
            "settings twice",
            .protocolError,
            RawFrame(.settings)
        ),
        Breach(
            "a GOAWAY that takes back what an earlier one gave up",
            .protocolError,
            RawFrame(.goAway, [0, 0, 0, 1, 0]),
            RawFrame(.goAway, [0, 0, 0, 2, 0])
        ),
        Breach(
            "more credit than there can be",
            .flowControl,
            RawFrame(.window, [0x7F, 0xFF, 0xFF, 0xFF]),
            RawFrame(.window, [0x7F, 0xFF, 0xFF, 0xFF])
        ),
        Breach("a flood of pings", each: RawFrame(.ping, [1, 2, 3, 4, 5, 6, 7, 8])),
        Breach("a flood of credit of one byte", each: RawFrame(.window, [0, 0, 0, 1])),
        Breach("a flood of empty messages", each: RawFrame(.message, stream: 1)),
        Breach("a flood of announcements that it goes away", each: RawFrame(.goAway, [0, 0, 0, 1, 0])),
    ]

    @Test("is sent the code, and its call is UNAVAILABLE while others go on", arguments: breaches)
    func breach(breach: Breach) async throws {
        let honest = try await startServer(handlers: [Bystander.handler])
        let hostile = try await RawServer.start(tls: try TestCertificates.server("budget"))
        let channel = try makeChannel(ports: [hostile.port])
        try await Bystander.calling(honest) {
            async let failure = channel.failure(of: Bystander.method)
            let connection = try await hostile.connection()
            let preface = ConnectionStateMachine.preface.count
            try await connection.send(RawFrame.opening(of: .server))
            try await connection.wait(skipping: preface) { $0.type == FrameType.call.rawValue }
            // What the client has ended takes no more.
            try? await connection.send(breach.frames.flatMap(\.bytes))
            let frames = try await connection.wait(skipping: preface) {
                ![nil, ConnectionErrorCode.none].contains($0.goAwayCode)
            }
            #expect(frames.last?.goAwayCode == breach.code)
            try await connection.waitForEnd()
            #expect(await failure?.code == .unavailable)
        }
        channel.close()
        await hostile.stop()
        await honest.stop()
    }

    @Test("by never opening it holds a call no longer than its deadline")
    func neverOpens() async throws {
        let hostile = try await RawServer.start(tls: try TestCertificates.server("budget"))
        let channel = try makeChannel(ports: [hostile.port])
        let failure = await channel.failure(of: Bystander.method, CallOptions(timeout: .milliseconds(200)))
        #expect(failure?.code == .deadlineExceeded)
        channel.close()
        await hostile.stop()
    }

    @Test("by another protocol is reported as such, and calls are UNAVAILABLE")
    func notLarder() async throws {
        let hostile = try await RawServer.start(tls: try TestCertificates.server("budget"))
        let channel = try makeChannel(ports: [hostile.port])
        async let failure = channel.failure(of: Bystander.method)
        let connection = try await hostile.connection()
        try await connection.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
        let frames = try await connection.wait(skipping: ConnectionStateMachine.preface.count) { $0.goAwayCode != nil }
        #expect(frames.last?.goAwayCode == .notLarder)
        // Nobody takes the next attempts.
        await hostile.stop()
        #expect(await failure?.code == .unavailable)
        channel.close()
    }

    @Test("by going on after GOAWAY can end the calls that it took, and is asked for no more")
    func goesOnAfterGoAway() async throws {
        let hostile = try await RawServer.start(tls: try TestCertificates.server("budget"))
        let channel = try makeChannel(ports: [hostile.port])
        async let answer = channel.call(Bystander.method)
        let connection = try await hostile.connection()
        try await connection.send(RawFrame.opening(of: .server))
        try await connection.wait(skipping: ConnectionStateMachine.preface.count) {
            $0.type == FrameType.message.rawValue
        }
        try await connection.send(RawFrame(.goAway, [0, 0, 0, 1, 0]).bytes)
        try await connection.send(RawFrame(.message, flags: .end, stream: 1).bytes)
        #expect(try await answer == Echo())
        // Its last call is over, so the client leaves.
        try await connection.waitForEnd()
        channel.close()
        await hostile.stop()
    }
}
