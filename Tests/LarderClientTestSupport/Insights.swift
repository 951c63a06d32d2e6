import BudgetMessages
import RPC

/// Answers with the spending that a test has set, and rejects a period that ends before it begins.
struct InsightsAnswers: Budget.InsightsProvider {
    let gateway: TestGateway

    func checkLedger(_ request: Budget.CheckLedgerRequest, context: CallContext) async throws -> Budget.LedgerCheck {
        gateway.state { $0.records.ledgerCheck }
    }

    func summarizeSpending(
        _ request: Budget.SummarizeSpendingRequest,
        context: CallContext
    ) async throws -> Budget.SpendingSummary {
        guard request.firstDay <= request.lastDay else {
            throw Status.invalid([.init("last_day", "last_day must not be before the first day.")])
        }
        return gateway.state { state in
            state.records.spendingRequests.append(request)
            var spending = state.records.spending
            (spending.firstDay, spending.lastDay) = (request.firstDay, request.lastDay)
            return spending
        }
    }
}
