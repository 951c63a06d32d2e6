import NIOCore
import Testing

@testable import Wire

@Suite("Breaches of the protocol")
struct ViolationTests {
    static func machine(_ role: ConnectionStateMachine.Role) throws -> ConnectionStateMachine {
        var machine = ConnectionStateMachine.opened(role)
        switch role {
        case .server: machine.receive(frame(.call, [], 1, callPayload()))
        case .client: _ = try machine.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
        }
        _ = machine.allEvents()
        _ = machine.allOutput()
        return machine
    }

    @Test("end the connection with one GOAWAY and one event", arguments: Breach.frames)
    func breaches(breach: Breach) throws {
        var machine = try Self.machine(breach.role)
        machine.receive(breach.bytes + frame(.ping, [], 0, Breach.zero8))
        let violations = machine.allEvents().compactMap(\.violation)
        #expect(violations == [WireViolation(breach.code, breach.reason)])
        let sent = frames(in: machine.allOutput())
        #expect(sent.last?.type == .goAway && sent.filter { $0.type == .goAway }.count == 1)
        #expect(sent.last?.payload[4] == breach.code.rawValue)
        #expect(!sent.contains { $0.type == .ping })
        #expect(machine.hasFailed && machine.runningStreams == 0)
    }

    @Test("are the same however the bytes are cut", arguments: Breach.frames)
    func byteByByte(breach: Breach) throws {
        var machine = try Self.machine(breach.role)
        var violations: [WireViolation] = []
        for byte in breach.bytes {
            machine.receive([byte])
            violations += machine.allEvents().compactMap(\.violation)
        }
        #expect(violations == [WireViolation(breach.code, breach.reason)])
    }

    @Test("leave a machine that ignores everything from then on")
    func afterwards() throws {
        var machine = try Self.machine(.server)
        machine.receive(frame(.settings))
        _ = machine.allEvents()
        _ = machine.allOutput()
        machine.receive(frame(.ping, [], 0, Breach.zero8))
        machine.sendPing(1)
        machine.goAway()
        machine.sendMessage(ByteBuffer(filler: 9), on: 1, end: true)
        machine.sendStatus(CallStatus(.ok), on: 1)
        machine.consumed(5, on: 1)
        machine.release(1)
        let next = machine.nextEvent()?.line
        #expect(next == nil && !machine.hasOutput && !machine.input.isWithinFrame)
        var client = try Self.machine(.client)
        client.receive(frame(.settings))
        _ = client.allEvents()
        #expect(throws: ConnectionStateMachine.StartError.notAccepting) {
            try client.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
        }
    }

    @Test(
        "include anything but the preface",
        arguments: [
            Array("GET / HTTP/1.1\r\n\r\n".utf8), Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8),
            [0x16, 0x03, 0x01, 0x02, 0x00], Array("LARDER\u{2}\n".utf8), Array("LARDER\u{1}\r".utf8),
            Array("larder\u{1}\n".utf8), [0], Array("SSH-2.0-OpenSSH\r\n".utf8),
        ]
    )
    func preface(bytes: [UInt8]) {
        var server = ConnectionStateMachine(role: .server)
        _ = server.allOutput()
        server.receive(bytes)
        #expect(events(of: &server).compactMap(\.violation).map(\.code) == [.notLarder])
        #expect(frames(in: output(of: &server)).map(\.type) == [.goAway])
    }

    @Test("include a preface that is wrong in its last byte only, told no earlier")
    func lateMismatch() {
        var server = ConnectionStateMachine(role: .server)
        server.receive(Array(ConnectionStateMachine.preface.dropLast()))
        #expect(events(of: &server).isEmpty)
        server.receive([0x0B])
        #expect(events(of: &server).compactMap(\.violation).map(\.code) == [.notLarder])
    }

    @Test("include a server that speaks HTTP")
    func httpServer() {
        var client = ConnectionStateMachine(role: .client)
        client.receive(Array("HTTP/1.1 400 Bad Request\r\n".utf8))
        #expect(events(of: &client).compactMap(\.violation).map(\.code) == [.notLarder])
    }

    @Test("include any first frame but SETTINGS", arguments: [1, 2, 7, 8, 99] as [UInt8])
    func firstFrame(type: UInt8) {
        var server = ConnectionStateMachine(role: .server)
        server.receive(ConnectionStateMachine.preface + frame(type))
        let expected = WireViolation(.protocolError, "the first frame is not SETTINGS")
        #expect(events(of: &server).compactMap(\.violation) == [expected])
    }

    @Test("include SETTINGS on a stream or with a critical flag")
    func settingsFrame() {
        for bytes in [frame(.settings, [], 1), frame(0, 1)] {
            var server = ConnectionStateMachine(role: .server)
            server.receive(ConnectionStateMachine.preface + bytes)
            #expect(events(of: &server).compactMap(\.violation).map(\.code) == [.protocolError])
        }
    }

    static let tooLong: [(UInt8, Int)] = [
        (0, 385), (1, 32_769), (2, 32_769), (3, 1), (4, 32_769), (5, 2), (6, 5), (7, 9), (8, 1_025), (9, 32_769),
        (99, 32_769), (2, 0xFF_FFFF),
    ]

    @Test("include frames over their limit, rejected by the header alone with nothing kept", arguments: tooLong)
    func overlong(type: UInt8, length: Int) throws {
        var server = try Self.machine(.server)
        let header = [UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF), type, 0, 0, 0, 0, 1]
        server.receive(header)
        #expect(events(of: &server).compactMap(\.violation).map(\.code) == [.frameTooLarge])
        #expect(!server.input.isWithinFrame && server.partialFrameBytes == 0)
    }

    @Test("do not include unknown kinds of frames and high flags")
    func tolerated() throws {
        var server = try Self.machine(.server)
        server.receive(frame(200, 0xFF, 5, [1, 2, 3]))
        server.receive(frame(2, 0xF0, 1, [0x61]))
        server.receive(frame(3, 0x80, 1))
        #expect(events(of: &server).map(\.line) == ["message 1 a", "half-close 1"])
    }

    @Test("do not include bytes after the known fields of CALL, STATUS and METADATA")
    func trailingBytes() throws {
        var server = ConnectionStateMachine.opened(.server)
        server.receive(frame(.call, [], 1, callPayload() + [9, 9, 9]))
        #expect(events(of: &server).map(\.line) == ["call 1 a.B/C"])
        var client = try Self.machine(.client)
        client.receive(frame(.metadata, [], 1, [0, 9]) + frame(.status, [], 1, [5, 0, 0, 0, 9]))
        #expect(events(of: &client).map(\.line) == ["metadata 1 []", "status 1 NOT_FOUND"])
    }

    @Test("do not include half a frame, which waits for the rest")
    func halfFrame() throws {
        var server = try Self.machine(.server)
        let bytes = frame(.message, .end, 1, Array("hello".utf8))
        server.receive(Array(bytes.prefix(10)))
        #expect(events(of: &server).isEmpty)
        server.receive(Array(bytes.dropFirst(10)))
        #expect(events(of: &server).map(\.line) == ["message 1 hello end"])
    }

    @Test("are named by code and sentence")
    func description() {
        #expect("\(WireViolation(.flowControl, "too much"))" == "too much (flowControl)")
    }

    @Test("at random are found without a crash, and nothing follows the first", arguments: 0..<20)
    func randomBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let role: ConnectionStateMachine.Role = generator.chance(1, of: 2) ? .server : .client
            var machine =
                generator.chance(1, of: 4) ? ConnectionStateMachine(role: role) : try Self.machine(role)
            for _ in 0..<40 {
                machine.receive(Self.randomInput(&generator))
                while let event = machine.nextEvent() {
                    if event.violation != nil {
                        let next = machine.nextEvent()?.line
                        #expect(next == nil)
                    }
                    if let message = event.message, generator.chance(1, of: 2) {
                        machine.consumed(message.bytes.readableBytes, on: message.stream)
                    }
                }
                guard !machine.hasFailed else { break }
            }
            _ = machine.allOutput()
            #expect(machine.flow.receiveWindow <= machine.local.connectionWindow)
        }
    }

    /// Pure noise, or frames that are nearly right.
    private static func randomInput(_ generator: inout SeededGenerator) -> [UInt8] {
        if generator.chance(1, of: 10) {
            return (0..<Int.random(in: 0...60, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
        }
        let type = UInt8.random(in: 0...11, using: &generator)
        let flags = generator.chance(9, of: 10) ? UInt8.random(in: 0...1, using: &generator) : 0x02
        let stream = UInt32.random(in: 0...6, using: &generator)
        if type == 1, generator.chance(9, of: 10) { return frame(1, 0, stream + 1, callPayload()) }
        let length = [0, 1, 4, 5, 8, 20].randomElement(using: &generator)!
        return frame(type, flags, stream, (0..<length).map { _ in UInt8.random(in: 0...3, using: &generator) })
    }
}
