public import Measuring
import RPC
import RPCValues

/// Keeps calls in flight and measures them.
///
/// Unchecked, as all its tasks run on one event loop, and so do all changes.
public final class CallLoop: @unchecked Sendable {
    private let connections: EchoConnections
    private let request: RPCMessages.EchoMessage
    private let options: CallOptions
    /// What was measured; complete when ``run(concurrency:)`` has returned.
    public let statistics: CallStatistics

    /// Calls with messages of `bytes` bytes as they are sent, each with a deadline and metadata. The warm-up begins now.
    public init(_ connections: EchoConnections, bytes: Int, warmUp: Duration, duration: Duration) {
        self.connections = connections
        let payload = (0..<Self.payloadSize(of: bytes)).map { UInt8(truncatingIfNeeded: $0) }
        request = RPCMessages.EchoMessage(payload: payload)
        var metadata = Metadata()
        metadata.add("benchmark-client", "larder-echo-client")
        options = CallOptions(timeout: .seconds(10), metadata: metadata)
        statistics = CallStatistics(warmUp: warmUp, duration: duration)
    }

    /// Keeps `concurrency` calls in flight, over all connections in turn, until the time is up.
    public func run(concurrency: Int) async {
        await withDiscardingTaskGroup { tasks in
            for index in 0..<concurrency {
                let channel = connections.channels[index % connections.channels.count]
                tasks.addTask(executorPreference: connections.executor) { await self.call(on: channel) }
            }
        }
    }

    private func call(on channel: RPCChannel) async {
        var start = monotonicNanoseconds()
        while statistics.isRunning(at: start) {
            do {
                let echo: RPCMessages.EchoMessage =
                    try await channel.unary(connections.method, request, options: options)
                guard echo.payload.count == request.payload.count else { throw EchoConnections.noEcho }
                let now = monotonicNanoseconds()
                statistics.succeeded(from: start, at: now)
                start = now
            } catch {
                statistics.failed("\(error)")
                start = monotonicNanoseconds()
            }
        }
    }

    /// The bytes of payload with which an encoded message takes `bytes`: all but the tag and the length.
    private static func payloadSize(of bytes: Int) -> Int {
        let lengthBytes = max(1, (Int.bitWidth - bytes.leadingZeroBitCount + 6) / 7)
        return max(0, bytes - 1 - lengthBytes)
    }
}
