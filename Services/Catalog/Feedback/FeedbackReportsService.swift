import CatalogMessages
import Foundation
import RPC
import ServiceKit

/// The operators' service for reports of abusive feedback.
struct FeedbackReportsService: Catalog.FeedbackReportsProvider {
    let store: FeedbackReportsStore

    func listFeedbackReports(
        _ request: Catalog.ListFeedbackReportsRequest,
        context: CallContext
    ) async throws -> Catalog.ListFeedbackReportsResponse {
        let (reports, next) = try await store.list(try Page(request.page), try state(request.state))
        return Catalog.ListFeedbackReportsResponse(reports: reports.map(\.message), nextPageToken: next ?? "")
    }

    func decideFeedbackReport(
        _ request: Catalog.DecideFeedbackReportRequest,
        context: CallContext
    ) async throws -> Catalog.FeedbackReport {
        var validator = FieldValidator()
        let id = validator.uuid(request.reportID, "report_id")
        let decision: FeedbackReportsStore.Decision
        switch request.decision {
        case .exclude(true): decision = .exclude
        case .dismiss(true): decision = .dismiss
        case .exclude, .dismiss, nil:
            throw Status.invalid([.init("decision", .services.oneGiven(values: "exclude", last: "dismiss"))])
        }
        try validator.finish()
        guard let report = try await store.decide(id, decision) else { throw Status.notFound(.services.nounReport) }
        return report.message
    }

    private func state(_ state: Catalog.FeedbackReportState) throws(Status) -> FeedbackReport.State? {
        switch state {
        case .unspecified: return nil
        case .open: return .open
        case .excluded: return .excluded
        case .dismissed: return .dismissed
        case .unrecognized:
            let rule: LocalizedText = .services.ruleOneOf(values: "open, excluded, dismissed", last: "unspecified")
            throw .invalid([.init("state", .services.field(field: "state", rule: rule))])
        }
    }
}
