import EchoConnections
import RPC
import RPCStubs
import RPCValues
import Synchronization

/// Uploads of many parts each, one after the other on one connection.
final class Uploads: Sendable {
    private let connections: EchoConnections
    private let part: RPCMessages.EchoMessage
    private let parts: Int
    private let isOver = Atomic(false)

    /// Uploads of `bytes` bytes in messages of `part` bytes.
    init(_ connections: EchoConnections, bytes: Int, part: Int) {
        self.connections = connections
        self.part = RPCMessages.EchoMessage(payload: [UInt8](repeating: 7, count: part))
        parts = bytes / part
    }

    /// Uploads until told to finish.
    /// - Returns: How many uploads there were.
    func run() async throws -> Int {
        try await withTaskExecutorPreference(connections.executor) {
            var done = 0
            while !isOver.load(ordering: .relaxed) {
                try await upload()
                done += 1
            }
            return done
        }
    }

    /// No upload begins any more.
    func finish() { isOver.store(true, ordering: .relaxed) }

    private func upload() async throws {
        let client = RPCMessages.EchoClient(channel: connections.channels[0])
        let summary = try await client.collectEchoes(options: CallOptions(timeout: .seconds(60))) { writer in
            for _ in 0..<parts { try await writer.write(part) }
        }
        guard summary.messages == Int64(parts) else { throw Status(.dataLoss, "The server has not counted all parts.") }
    }
}
