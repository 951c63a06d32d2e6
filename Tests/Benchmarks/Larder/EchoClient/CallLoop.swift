import Measuring
import Messages
import NIOCore
import RPC
import ServiceStubs

/// Keeps calls in flight and measures them.
///
/// Unchecked, as all its tasks run on one event loop, and so do all changes.
final class CallLoop: @unchecked Sendable {
    private let method: MethodDescriptor
    private let request: RPCMessages.EchoMessage
    private let options: CallOptions
    private let warmUpEnd: NIODeadline
    private let end: NIODeadline

    private(set) var latencies = LatencyHistogram()
    private(set) var totalCalls: UInt64 = 0
    private(set) var errors: UInt64 = 0

    /// More failures than this end the run: nothing that is measured then would mean anything.
    private static let maximumErrors = 100

    init(method: MethodDescriptor, bytes: Int, warmUp: TimeAmount, duration: TimeAmount) {
        self.method = method
        request = RPCMessages.EchoMessage(payload: (0..<bytes).map { UInt8(truncatingIfNeeded: $0) })
        var metadata = Metadata()
        metadata.add("benchmark-client", "larder-echo-client")
        options = CallOptions(timeout: .seconds(10), metadata: metadata)
        warmUpEnd = .now() + warmUp
        end = warmUpEnd + duration
    }

    /// Makes one call after the other until the time is up.
    func run(on channel: RPCChannel) async {
        var start = NIODeadline.now()
        while start < end, errors < CallLoop.maximumErrors {
            do {
                let response: RPCMessages.EchoMessage = try await channel.unary(method, request, options: options)
                let now = NIODeadline.now()
                record(isEcho: response.payload.count == request.payload.count, from: start, to: now)
                start = now
            } catch {
                if errors == 0 { warn("\(error)") }
                errors += 1
                start = .now()
            }
        }
    }

    private func record(isEcho: Bool, from start: NIODeadline, to now: NIODeadline) {
        guard isEcho else {
            errors += 1
            return
        }
        totalCalls += 1
        guard now > warmUpEnd, now <= end else { return }
        latencies.record(nanoseconds: UInt64((now - start).nanoseconds))
    }

    /// The figures of the run.
    var report: Report {
        let seconds = Double((end - warmUpEnd).nanoseconds) / 1e9
        return Report(
            callsPerSecond: seconds > 0 ? Double(latencies.count) / seconds : 0,
            latencies: latencies,
            totalCalls: totalCalls,
            errors: errors
        )
    }
}
