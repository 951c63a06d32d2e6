import CatalogDomain
import CoreMetrics
import Foundation
import Foundations
import Logging
import ServiceKit

/// Reports withheld feedback to operators in metrics and the log, without its author.
struct FeedbackMonitor: Sendable {
    /// Descriptions of the metrics, by name.
    static let metrics: [String: MetricDescription] = [
        keptMetric: MetricDescription("What users said of printed lines that serves them alone, by reason."),
        reportsMetric: MetricDescription("Users who were reported for abuse of what they say of printed lines."),
    ]

    private static let keptMetric = "larder.catalog.private_feedback"
    private static let reportsMetric = "larder.catalog.feedback_reports"

    private var kept: [PrivateReason: Counter] = [:]
    private var reports: Counter?
    private var log: Logger?

    /// A monitor that reports nothing.
    init() {}

    init(metrics: any MetricsFactory, log: Logger) {
        for reason in PrivateReason.allCases {
            kept[reason] = Counter(
                label: FeedbackMonitor.keptMetric,
                dimensions: [("reason", reason.rawValue)],
                factory: metrics
            )
        }
        reports = Counter(label: FeedbackMonitor.reportsMetric, factory: metrics)
        self.log = log
    }

    /// Reports the outcomes of a committed transaction.
    func report(_ screenings: [ModerationOutcome]) {
        for screening in screenings {
            if let reason = screening.reason { kept[reason]?.increment() }
            guard let report = screening.report else { continue }
            reports?.increment()
            log?.warning(
                "a user's feedback was withheld repeatedly",
                metadata: ["report": "\(report.canonical)"]
            )
        }
    }
}

/// The outcome of moderating one choice.
struct ModerationOutcome: Sendable {
    /// The reason why the choice is not shared; nil when it may be.
    var reason: PrivateReason?
    /// The report that it triggered.
    var report: UUID?
}
