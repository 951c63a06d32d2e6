import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing

@Suite("The four kinds of calls", .timeLimit(.minutes(5)))
struct CallKindTests {
    @Test("a unary call gets its answer")
    func unary() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let client = RPCMessages.EchoClient(channel: channel)
            for size in [0, 1, 64, 16_384, 100_000, 1_000_000] {
                let payload = [UInt8](repeating: UInt8(size % 251), count: size)
                let answer = try await client.unaryEcho(.init(payload: payload))
                #expect(answer.payload == payload)
            }
        }
    }

    @Test("many concurrent unary calls get their own answers")
    func manyUnary() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let client = RPCMessages.EchoClient(channel: channel)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<500 {
                    group.addTask { () async throws in
                        let payload = withUnsafeBytes(of: index) { Array($0) }
                        let answer = try await client.unaryEcho(.init(payload: payload))
                        #expect(answer.payload == payload)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("a client stream is collected, also when it is larger than all windows")
    func clientStreaming() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let client = RPCMessages.EchoClient(channel: channel)
            let summary = try await client.collectEchoes { writer in
                for _ in 0..<300 { try await writer.write(.init(payload: [UInt8](repeating: 7, count: 65_000))) }
            }
            #expect(summary.messages == 300)
            #expect(summary.bytes == 300 * 65_000)
        }
    }

    @Test("a server stream arrives whole, also when it is larger than all windows")
    func serverStreaming() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let client = RPCMessages.EchoClient(channel: channel)
            let request = RPCMessages.RepeatEchoRequest(
                message: .init(payload: [UInt8](repeating: 9, count: 50_000)),
                times: 200
            )
            let count = try await client.repeatEcho(request) { stream in
                var count = 0
                for try await message in stream { count += message.payload.count }
                return count
            }
            #expect(count == 200 * 50_000)
        }
    }

    @Test("a bidirectional call is a conversation")
    func bidirectional() async throws {
        try await withPeers(EchoService().handlers) { channel, _ in
            let client = RPCMessages.EchoClient(channel: channel)
            try await client.exchangeEchoes { writer, stream in
                for index in 0..<50 {
                    try await writer.write(.init(payload: [UInt8(index)]))
                    #expect(try await stream.next()?.payload == [UInt8(index)])
                }
            }
        }
    }
}
