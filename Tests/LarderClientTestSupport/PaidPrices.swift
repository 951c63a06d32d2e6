import BudgetMessages
import RPC

/// Answers with the prices that a test has.
struct PaidPricesAnswers: Budget.PaidPricesProvider {
    let gateway: TestGateway

    func listPriceChanges(
        _ request: Budget.ListPriceChangesRequest,
        context: CallContext
    ) async throws -> Budget.ListPriceChangesResponse {
        gateway.state { $0.records.priceChanges }
    }

    func compareWithAverages(
        _ request: Budget.CompareWithAveragesRequest,
        context: CallContext
    ) async throws -> Budget.CompareWithAveragesResponse {
        guard request.region == "CA-ON" else { throw Status.invalid([.init("region", "is unknown")]) }
        return gateway.state { $0.records.averageComparisons }
    }

    func getPriceHistory(
        _ request: Budget.GetPriceHistoryRequest,
        context: CallContext
    ) async throws -> Budget.PriceHistory {
        try gateway.state { state in
            guard let history = state.records.priceHistory, history.item?.name == request.item else {
                throw Status.notFound("price history")
            }
            return history
        }
    }
}
