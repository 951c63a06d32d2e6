import CoreMetrics
import NIOCore
import RPC
import Synchronization
import Wire

/// Histograms of the calls of one method, one set for each code that a call has ended with.
final class CallOutcomes: Sendable {
    private final class Outcome: Sendable {
        let duration: CoreMetrics.Timer
        let sent: Recorder
        let received: Recorder

        init(_ name: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory) {
            duration = Timer(label: "\(name).duration", dimensions: dimensions, factory: factory)
            let size = "total_compressed_message_size"
            sent = Recorder(label: "\(name).sent_\(size)", dimensions: dimensions, factory: factory)
            received = Recorder(label: "\(name).rcvd_\(size)", dimensions: dimensions, factory: factory)
        }
    }

    private let name: String
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory
    /// By the code's number. Most methods end with few codes, so what others would need is not made before it is.
    private let byCode: InlineArray<17, AtomicLazyReference<Outcome>>

    /// - Parameter name: What the metrics' names begin with.
    init(_ name: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory) {
        self.name = name
        self.dimensions = dimensions
        self.factory = factory
        byCode = InlineArray { _ in AtomicLazyReference() }
    }

    func record(_ code: StatusCode, _ duration: TimeAmount, sentBytes: Int, receivedBytes: Int) {
        let outcome = byCode[Int(code.rawValue)].load() ?? make(code)
        outcome.duration.recordNanoseconds(duration.nanoseconds)
        outcome.sent.record(sentBytes)
        outcome.received.record(receivedBytes)
    }

    private func make(_ code: StatusCode) -> Outcome {
        byCode[Int(code.rawValue)].storeIfNil(Outcome(name, dimensions + [("grpc.status", code.name)], factory))
    }
}

/// How long the calls of one method took, by the code that they ended with.
final class CallDurations: Sendable {
    private let name: String
    private let dimensions: [(String, String)]
    private let factory: any MetricsFactory
    private let byCode: InlineArray<17, AtomicLazyReference<CoreMetrics.Timer>>

    init(_ name: String, _ dimensions: [(String, String)], _ factory: any MetricsFactory) {
        self.name = name
        self.dimensions = dimensions
        self.factory = factory
        byCode = InlineArray { _ in AtomicLazyReference() }
    }

    func record(_ code: StatusCode, _ duration: TimeAmount) {
        let timer = byCode[Int(code.rawValue)].load() ?? make(code)
        timer.recordNanoseconds(duration.nanoseconds)
    }

    private func make(_ code: StatusCode) -> CoreMetrics.Timer {
        let dimensions = dimensions + [("grpc.status", code.name)]
        return byCode[Int(code.rawValue)].storeIfNil(Timer(label: name, dimensions: dimensions, factory: factory))
    }
}
