import CoreMetrics
import Logging
import Postgres
import RPC
import ServiceKit

/// Reports registrations that could not be stored, to the operators at once and to the person with a reference.
struct RegistrationFailures: Sendable {
    /// What operators are alerted by.
    static let metric = "larder.registrations.failed"
    static let metrics = [
        metric: MetricDescription("Well-formed registrations that could not be stored.")
    ]

    private let log: Logger
    private let count: Counter

    init(log: Logger, metrics: any MetricsFactory) {
        self.log = log
        count = Counter(label: RegistrationFailures.metric, factory: metrics)
    }

    /// Registers, and reports an unexpected failure.
    /// - Throws: INTERNAL, or UNAVAILABLE while the database cannot be used, with the reason REGISTRATION_FAILED and the reference
    ///   of the log's entry. What the person or another registration has caused is thrown as it is.
    func reporting<Result>(
        for context: CallContext,
        _ register: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await register()
        } catch let status as Status {
            throw status
        } catch let error as PostgresError where error.isRetryable || error.code == .cancelled {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw report(error, context)
        }
    }

    private func report(_ error: any Error, _ context: CallContext) -> Status {
        count.increment()
        log.critical(
            "a registration could not be stored",
            metadata: [
                "trace": "\(context.trace.traceID)",
                // Other errors than the database's, which holds no values, could have some.
                "error":
                    "\((error as? PostgresError).map(String.init(describing:)) ?? String(describing: type(of: error)))",
            ]
        )
        let isOutage = (error as? PostgresError)?.isOutage ?? false
        return Status(
            isOutage ? .unavailable : .internalError,
            .auth.registrationFailed(reference: String(context.trace.traceID.prefix(16))),
            retryDelay: isOutage ? .seconds(30) : nil,
            reason: .registrationFailed
        )
    }
}

extension StatusReason {
    /// A registration could not be stored, and operators know.
    static let registrationFailed: StatusReason = "REGISTRATION_FAILED"
}
