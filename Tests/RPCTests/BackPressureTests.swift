import RPC
import RPCTestSupport
import RPCValues
import Testing

@Suite("Back-pressure", .timeLimit(.minutes(5)))
struct BackPressureTests {
    private let chunk = Echo(payload: [UInt8](repeating: 3, count: 65_536))
    private let barrier = TestMethods.unary("Barrier")
    /// A stream's window, what may be held back beyond it and what is on its way: far below what is sent in all.
    private let mostOnTheWay = 16
    private let total = 400

    private var answering: MethodHandler { .unary(barrier) { (request: Echo, _) in request } }

    /// Many round trips on the same connection, in which an unbounded sender would have sent everything.
    private func roundTrips(_ channel: RPCChannel) async throws {
        for _ in 0..<100 { try await channel.call(barrier) }
    }

    @Test("a server that does not read holds the client back, while other calls go on")
    func slowServer() async throws {
        let method = TestMethods.method("Upload", .clientStreaming)
        let gate = Gate()
        let handler = MethodHandler.clientStreaming(method) { (requests: MessageStream<Echo>, _) -> Echo in
            try await gate.wait()
            var count = 0
            for try await _ in requests { count += 1 }
            return Echo(payload: withUnsafeBytes(of: count) { Array($0) })
        }
        let written = Recorder<Void>()
        try await withPeers([handler, answering]) { channel, _ in
            async let answer: Echo = channel.clientStreaming(method, options: .init()) {
                (requests: MessageWriter<Echo>) in
                for _ in 0..<total {
                    try await requests.write(chunk)
                    written.record(())
                }
            }
            try await written.wait(forCount: 1)
            try await roundTrips(channel)
            #expect(written.count <= mostOnTheWay)
            gate.open()
            #expect(try await answer.payload == withUnsafeBytes(of: total) { Array($0) })
        }
    }

    @Test("a client that does not read holds the server back, while other calls go on")
    func slowClient() async throws {
        let method = TestMethods.method("Download", .serverStreaming)
        let written = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(method) { (_: Echo, responses: MessageWriter<Echo>, _) in
            for _ in 0..<total {
                try await responses.write(chunk)
                written.record(())
            }
        }
        try await withPeers([handler, answering]) { channel, _ in
            let count = try await channel.serverStreaming(method, Echo(), options: .init()) {
                (responses: MessageStream<Echo>) in
                try await written.wait(forCount: 1)
                try await roundTrips(channel)
                #expect(written.count <= mostOnTheWay)
                var count = 0
                for try await _ in responses { count += 1 }
                return count
            }
            #expect(count == total)
        }
    }

    @Test("1,000 calls run at once over 4 connections")
    func manyCalls() async throws {
        let method = TestMethods.unary("Meet")
        let arrived = Recorder<Void>()
        let handler = MethodHandler.unary(method) { (request: Echo, _) in
            arrived.record(())
            try await arrived.wait(forCount: 1_000)
            return request
        }
        try await withPeers([handler]) { _, server in
            let channels = try (0..<4).map { _ in try makeChannel(ports: [server.port]) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<1_000 {
                    group.addTask {
                        let payload = withUnsafeBytes(of: index) { Array($0) }
                        let answer: Echo = try await channels[index % 4].unary(
                            method,
                            Echo(payload: payload),
                            options: .init()
                        )
                        #expect(answer.payload == payload)
                    }
                }
                try await group.waitForAll()
            }
            #expect(arrived.count == 1_000)
            channels.forEach { $0.close() }
        }
    }
}
