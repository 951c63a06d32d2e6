import CoreMetrics
import NIOCore
import RPC
import Synchronization
import Wire

/// Histograms of the calls of one method, one set for each code that a call has ended with.
///
/// Handlers are called without the types around them, whose generic methods cost more than the recording.
final class CallOutcomes: Sendable {
    /// What is made for each code.
    private final class Outcome: Sendable {
        let duration: any TimerHandler
        let sent: (any RecorderHandler)?
        let received: (any RecorderHandler)?

        init(_ name: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory, hasSizes: Bool) {
            duration = factory.makeTimer(label: "\(name).duration", dimensions: dimensions)
            func sizes(_ side: String) -> any RecorderHandler {
                let label = "\(name).\(side)_total_compressed_message_size"
                return factory.makeRecorder(label: label, dimensions: dimensions, aggregate: true)
            }
            sent = hasSizes ? sizes("sent") : nil
            received = hasSizes ? sizes("rcvd") : nil
        }
    }

    private let name: String
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory
    private let hasSizes: Bool
    /// By the code's number. Most methods end with few codes, so what others would need is not made before it is.
    private let byCode: InlineArray<17, Atomic<Unmanaged<Outcome>?>>

    /// - Parameters:
    ///   - name: What the metrics' names begin with.
    ///   - hasSizes: Whether there are histograms of the bytes that were sent and received.
    init(_ name: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory, hasSizes: Bool) {
        self.name = name
        self.dimensions = dimensions
        self.factory = factory
        self.hasSizes = hasSizes
        byCode = InlineArray { _ in Atomic(nil) }
    }

    deinit {
        for code in byCode.indices { byCode[code].load(ordering: .acquiring)?.release() }
    }

    func record(_ code: StatusCode, _ duration: TimeAmount, sentBytes: Int = 0, receivedBytes: Int = 0) {
        let outcome = byCode[Int(code.rawValue)].load(ordering: .acquiring) ?? make(code)
        // Kept until this object ends.
        outcome._withUnsafeGuaranteedRef {
            $0.duration.recordNanoseconds(duration.nanoseconds)
            $0.sent?.record(Int64(sentBytes))
            $0.received?.record(Int64(receivedBytes))
        }
    }

    private func make(_ code: StatusCode) -> Unmanaged<Outcome> {
        let dimensions = dimensions + [("grpc.status", code.name)]
        let made = Unmanaged.passRetained(Outcome(name, dimensions, factory, hasSizes: hasSizes))
        let (isStored, present) = byCode[Int(code.rawValue)].compareExchange(
            expected: nil,
            desired: made,
            ordering: .acquiringAndReleasing
        )
        guard !isStored, let present else { return made }
        made.release()
        return present
    }
}
