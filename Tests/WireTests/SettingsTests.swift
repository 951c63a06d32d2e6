import NIOCore
import Testing

@testable import Wire

@Suite("Settings")
struct SettingsTests {
    static func field(_ id: UInt16, _ value: UInt32) -> [UInt8] {
        [
            UInt8(id >> 8), UInt8(id & 0xFF), UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF),
            UInt8(value & 0xFF),
        ]
    }

    static func read(_ bytes: [UInt8]) throws(WireViolation) -> Settings {
        var buffer = ByteBuffer(bytes: bytes)
        return try Settings(from: &buffer)
    }

    static let outOfRange: [(UInt16, UInt32)] = [
        (1, 16_383), (1, 1_048_577), (2, 65_535), (2, 0x4000_0000), (3, 65_535), (3, 0x4000_0000), (4, 0),
        (4, 0x8000_0000), (5, 0x4000_0000), (6, 8_191), (6, 0xFF_0001), (7, 7), (7, 65), (7, 0xFFFF_FFFF),
    ]

    @Test("out of range are rejected", arguments: outOfRange)
    func refused(id: UInt16, value: UInt32) {
        #expect(throws: WireViolation(.protocolError, "setting \(id) is out of range")) {
            try Self.read(Self.field(id, value))
        }
    }

    @Test("of a wrong length or too many are rejected")
    func lengths() {
        #expect(throws: WireViolation.self) { try Self.read([0]) }
        #expect(throws: WireViolation.self) { try Self.read(Self.field(1, 20_000) + [0, 0, 0]) }
        let many = (0..<65).flatMap { Self.field(UInt16(100 + $0), 1) }
        #expect(throws: WireViolation.self) { try Self.read(many) }
    }

    @Test("at the ends of their ranges are taken")
    func bounds() throws {
        let low =
            [(1, 16_384), (2, 65_536), (3, 65_536), (4, 1), (5, 0), (6, 8_192), (7, 8), (8, 0)]
            as [(UInt16, UInt32)]
        let least = try Self.read(low.flatMap { Self.field($0.0, $0.1) })
        #expect(least.isValid && least.maximumConcurrentStreams == 1 && least.maximumMessageSize == 0)
        let high =
            [
                (1, 1_048_576), (2, 0x3FFF_FFFF), (3, 0x3FFF_FFFF), (4, 0x7FFF_FFFF), (5, 0x3FFF_FFFF), (6, 0xFF_0000),
                (7, 64), (8, 0xFFFF_FFFF),
            ] as [(UInt16, UInt32)]
        let most = try Self.read(high.flatMap { Self.field($0.0, $0.1) })
        #expect(most.isValid && most.maximumTemplates == 64 && most.initialStreamWindow == 0x3FFF_FFFF)
        #expect(least.encodings.isEmpty && most.encodings.contains(.zlib))
    }

    @Test("that are left out or unknown leave what is assumed, and the last of two counts")
    func skipped() throws {
        #expect(try Self.read([]) == .assumed)
        #expect(try Self.read(Self.field(999, 7)) == .assumed)
        let twice = try Self.read(Self.field(4, 5) + Self.field(0, 1) + Self.field(4, 6))
        #expect(twice.maximumConcurrentStreams == 6)
    }

    @Test("survive a round trip")
    func roundTrip() throws {
        let settings = Settings(
            maximumFrameSize: 20_000,
            initialStreamWindow: 70_001,
            connectionWindow: 70_002,
            maximumConcurrentStreams: 3,
            maximumMessageSize: 4,
            maximumMetadataSize: 9_000,
            maximumTemplates: 9,
            encodings: Encodings(rawValue: 0x8000_0003)
        )
        var buffer = ByteBuffer()
        settings.write(to: &buffer)
        #expect(buffer.readableBytes == Settings.encodedSize)
        #expect(try Settings(from: &buffer) == settings)
    }

    @Test("are assumed until they have come, then apply to calls that already run")
    func assumedFirst() throws {
        let link = Link(opens: false)
        #expect(link.client.remoteSettings == .assumed)
        let stream = try link.start()
        // More than the assumed 65,536 bytes wait for the server's word.
        #expect(link.client.sendMessage(ByteBuffer(filler: 100_000), on: stream, end: true) > 0)
        link.moveToServer()
        #expect(link.serverEvents.compactMap(\.message).isEmpty)
        link.run()
        #expect(link.client.remoteSettings == Settings())
        #expect(link.serverEvents.compactMap(\.message).map(\.bytes.readableBytes) == [100_000])
    }

    @Test("name encodings by bits, of which none is for 0 or above 32")
    func encodings() {
        #expect(Encodings(number: 1) == .zlib)
        #expect(Encodings(number: 32)?.rawValue == 0x8000_0000)
        #expect(Encodings(number: 0) == nil && Encodings(number: 33) == nil && Encodings(number: 255) == nil)
        #expect(Settings.assumed.encodings.isEmpty && Settings().encodings == .zlib)
    }

    @Test("let no more calls start than the other side allows")
    func concurrentStreams() throws {
        let link = Link(server: Settings(maximumConcurrentStreams: 2))
        _ = try link.start()
        let second = try link.start()
        #expect(link.client.acceptsCalls == false)
        #expect(throws: ConnectionStateMachine.StartError.notAccepting) { try link.start() }
        link.run()
        link.server.sendStatus(CallStatus(.notFound), on: second)
        link.run()
        #expect(link.client.acceptsCalls == true)
    }
}
