import CatalogDomain
import CoreMetrics
import Foundation
import Logging
import ServiceKit

/// Tells operators of feedback that is kept from others, in metrics and in the log, without who gave it.
struct FeedbackMonitor: Sendable {
    private var kept: [PrivateReason: Counter] = [:]
    private var reports: Counter?
    private var log: Logger?

    /// One that tells nobody.
    init() {}

    init(metrics: any MetricsFactory, log: Logger) {
        for reason in PrivateReason.allCases {
            kept[reason] = Counter(
                label: "larder.catalog.private_feedback",
                dimensions: [("reason", reason.rawValue)],
                factory: metrics
            )
        }
        reports = Counter(label: "larder.catalog.feedback_reports", factory: metrics)
        self.log = log
    }

    /// Takes in what was kept once that is certain.
    func tell(_ screenings: [ModerationOutcome]) {
        for screening in screenings {
            if let reason = screening.reason { kept[reason]?.increment() }
            guard let report = screening.report else { continue }
            reports?.increment()
            log?.warning(
                "a user's feedback was screened out again and again",
                metadata: ["report": "\(report.canonical)"]
            )
        }
    }
}

/// What the screening of one choice came to.
struct ModerationOutcome: Sendable {
    /// Nil when the choice may count for others.
    var reason: PrivateReason?
    /// The report that came to be by it.
    var report: UUID?
}
