import NIOCore
import NIOEmbedded
import Testing

@testable import FaultTestSupport

@Suite("Faults of a proxied connection")
struct RelayHandlerTests {
    /// Both sides of a connection, and what they do.
    private struct Connection {
        let loop = EmbeddedEventLoop()
        let switches = FaultSwitches()
        let client: EmbeddedChannel
        let server: EmbeddedChannel
        let handlers: [RelayHandler]

        init(findsCommits: Bool = false) throws {
            let (loop, switches) = (loop, switches)
            handlers = [false, findsCommits].map {
                RelayHandler(on: loop, switches: switches, findsCommits: $0)
            }
            client = EmbeddedChannel(handler: handlers[0], loop: loop)
            server = EmbeddedChannel(handler: handlers[1], loop: loop)
            for channel in [client, server] { try channel.connect(to: .init(ipAddress: "127.0.0.1", port: 1)).wait() }
            RelayHandler.connect(handlers[0], handlers[1])
        }

        func send(_ text: String, from channel: EmbeddedChannel) throws {
            try channel.writeInbound(ByteBuffer(string: text))
        }

        /// What has been passed on to a side since the last time.
        func passed(to channel: EmbeddedChannel) throws -> String {
            var text = ""
            while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
            return text
        }
    }

    @Test("without a fault bytes pass both ways at once")
    func noFault() throws {
        let connection = try Connection()
        try connection.send("question", from: connection.client)
        try connection.send("answer", from: connection.server)
        #expect(try connection.passed(to: connection.server) == "question")
        #expect(try connection.passed(to: connection.client) == "answer")
    }

    @Test("delayed bytes come so much later, and none overtakes another when the delay ends")
    func delay() throws {
        let connection = try Connection()
        connection.switches.change { $0.delay = .milliseconds(100) }
        try connection.send("a", from: connection.client)
        connection.loop.advanceTime(by: .milliseconds(60))
        try connection.send("b", from: connection.client)
        connection.switches.change { $0.delay = nil }
        try connection.send("c", from: connection.client)
        connection.loop.advanceTime(by: .milliseconds(39))
        #expect(try connection.passed(to: connection.server) == "")
        connection.loop.advanceTime(by: .milliseconds(1))
        #expect(try connection.passed(to: connection.server) == "a")
        connection.loop.advanceTime(by: .milliseconds(60))
        #expect(try connection.passed(to: connection.server) == "bc")
    }

    @Test("a half-open connection passes neither bytes nor ends on until it is whole again")
    func halfOpen() throws {
        let connection = try Connection()
        connection.switches.change { $0.isHalfOpen = true }
        try connection.send("a", from: connection.client)
        try connection.client.close().wait()
        connection.loop.run()
        #expect(try connection.passed(to: connection.server) == "")
        #expect(connection.server.isActive)
        connection.switches.change { $0.isHalfOpen = false }
        connection.handlers[1].resume()
        #expect(try connection.passed(to: connection.server) == "a")
        #expect(!connection.server.isActive)
    }

    @Test("a dropped answer to COMMIT ends both sides, with what came before it passed on")
    func droppedCommit() throws {
        let connection = try Connection(findsCommits: true)
        connection.switches.change { $0.commitsToDrop = 1 }
        let answer = "C\0\0\0\u{B}COMMIT\0Z\0\0\0\u{5}I"
        try connection.send("1\0\0\0\u{4}" + answer, from: connection.server)
        connection.loop.run()
        #expect(try connection.passed(to: connection.client) == "1\0\0\0\u{4}")
        #expect(!connection.client.isActive && !connection.server.isActive)
        #expect(connection.switches.current.commitsDropped == 1)
        #expect(connection.switches.takeCommitDrop() == false)
    }
}
