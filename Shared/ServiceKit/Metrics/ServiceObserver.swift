package import CoreMetrics
import NIOCore
package import RPC
import Wire

/// Records a program's calls: metrics under gRPC's names, and a log line for each served call.
package struct ServiceObserver: RPCObserver {
    private let factory: any MetricsFactory
    private let log: CallLog

    /// Records metrics with `factory` and writes lines to `log`.
    package init(factory: any MetricsFactory, log: CallLog) {
        self.factory = factory
        self.log = log
    }

    /// The metrics of a served method; unknown methods share one.
    package func serverMethod(_ method: String, isKnown: Bool) -> (any ServerCallObserver)? {
        ServerMethodMetrics(isKnown ? method : "other", factory, log)
    }

    /// The metrics of the connections of clients.
    package func serverConnections() -> (any ServerConnectionObserver)? { ServerConnectionMetrics(factory) }

    /// The metrics of a channel.
    package func client(target: String) -> (any ClientObserver)? { ChannelMetrics(target: target, factory) }
}

/// The calls of one method of a server.
private final class ServerMethodMetrics: ServerCallObserver {
    private let startedCalls: any CounterHandler
    private let outcomes: CallOutcomes
    private let log: CallLog

    init(_ method: String, _ factory: any MetricsFactory, _ log: CallLog) {
        let dimensions = [("grpc.method", method)]
        startedCalls = factory.makeCounter(label: "grpc.server.call.started", dimensions: dimensions)
        outcomes = CallOutcomes("grpc.server.call", dimensions, factory, hasSizes: true)
        self.log = log
    }

    func started() { startedCalls.increment(by: 1) }

    func ended(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int) {
        outcomes.record(code, duration, sentBytes: sentBytes, receivedBytes: receivedBytes)
    }

    func wantsRecord(of code: StatusCode) -> Bool { log.wants(code) }

    func wantsRecord(ofRejected code: StatusCode) -> Bool { log.wants(rejected: code) }

    func record(_ record: ServerCallRecord) { log.write(record) }
}

/// The connections of a server.
private final class ServerConnectionMetrics: ServerConnectionObserver {
    private let open: Meter
    private let acceptedConnections: Counter
    private let rejectedConnections: Counter

    init(_ factory: any MetricsFactory) {
        open = Meter(label: "larder.server.connections", factory: factory)
        acceptedConnections = Counter(label: "larder.server.connections_accepted", factory: factory)
        rejectedConnections = Counter(label: "larder.server.connections_refused", factory: factory)
    }

    func opened() {
        open.increment()
        acceptedConnections.increment()
    }

    func ended() { open.decrement() }

    func rejected() { rejectedConnections.increment() }
}

/// A channel to a service.
private final class ChannelMetrics: ClientObserver {
    private let target: String
    private let factory: any MetricsFactory
    private let open: Meter
    private let attemptsSucceeded: Counter
    private let attemptsFailed: Counter
    private let ejectionsEnforced: Counter
    private let ejectionsUnenforced: Counter
    private let disconnections: [DisconnectCause: Counter]

    init(target: String, _ factory: any MetricsFactory) {
        let dimensions = [("grpc.target", target)]
        func counter(_ label: String, _ more: [(String, String)] = []) -> Counter {
            Counter(label: label, dimensions: dimensions + more, factory: factory)
        }
        self.target = target
        self.factory = factory
        open = Meter(label: "grpc.subchannel.open_connections", dimensions: dimensions, factory: factory)
        attemptsSucceeded = counter("grpc.subchannel.connection_attempts_succeeded")
        attemptsFailed = counter("grpc.subchannel.connection_attempts_failed")
        ejectionsEnforced = counter("grpc.lb.outlier_detection.ejections_enforced")
        ejectionsUnenforced = counter("grpc.lb.outlier_detection.ejections_unenforced")
        disconnections = Dictionary(
            uniqueKeysWithValues: DisconnectCause.allCases.map {
                ($0, counter("grpc.subchannel.disconnections", [("grpc.disconnect_error", $0.rawValue)]))
            }
        )
    }

    func method(_ method: String) -> any ClientCallObserver {
        ClientMethodMetrics(method, target: target, factory)
    }

    func connectionOpened() {
        open.increment()
        attemptsSucceeded.increment()
    }

    func connectionAttemptFailed() { attemptsFailed.increment() }

    func connectionEnded(_ cause: DisconnectCause) {
        open.decrement()
        disconnections[cause]?.increment()
    }

    func ejected(isEnforced: Bool) {
        (isEnforced ? ejectionsEnforced : ejectionsUnenforced).increment()
    }
}

/// The calls of one method through one channel.
private final class ClientMethodMetrics: ClientCallObserver {
    private let startedAttempts: any CounterHandler
    private let attempts: CallOutcomes
    private let calls: CallOutcomes
    private let retries: any RecorderHandler
    private let transparentRetries: any RecorderHandler
    private let hedges: any RecorderHandler
    private let retryDelay: any TimerHandler

    init(_ method: String, target: String, _ factory: any MetricsFactory) {
        let dimensions = [("grpc.method", method), ("grpc.target", target)]
        func recorder(_ label: String) -> any RecorderHandler {
            factory.makeRecorder(label: label, dimensions: dimensions, aggregate: true)
        }
        startedAttempts = factory.makeCounter(label: "grpc.client.attempt.started", dimensions: dimensions)
        attempts = CallOutcomes("grpc.client.attempt", dimensions, factory, hasSizes: true)
        calls = CallOutcomes("grpc.client.call", dimensions, factory, hasSizes: false)
        retries = recorder("grpc.client.call.retries")
        transparentRetries = recorder("grpc.client.call.transparent_retries")
        hedges = recorder("grpc.client.call.hedges")
        retryDelay = factory.makeTimer(label: "grpc.client.call.retry_delay", dimensions: dimensions)
    }

    func attemptStarted() { startedAttempts.increment(by: 1) }

    func attemptEnded(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int) {
        attempts.record(code, duration, sentBytes: sentBytes, receivedBytes: receivedBytes)
    }

    func callEnded(_ code: StatusCode, duration: TimeAmount, repetition: RetryStatistics?) {
        calls.record(code, duration)
        guard let repetition else { return }
        if repetition.retries > 0 { retries.record(Int64(repetition.retries)) }
        if repetition.transparentRetries > 0 { transparentRetries.record(Int64(repetition.transparentRetries)) }
        if repetition.hedges > 0 { hedges.record(Int64(repetition.hedges)) }
        retryDelay.recordNanoseconds(repetition.delay.nanoseconds)
    }
}
