import BudgetMessages
import CatalogMessages
import CommonMessages
import MessageCoding
import RPC

/// Answers what spending would have become, and keeps saved securities.
struct InvestingAnswers: Budget.InvestingProvider {
    let gateway: TestGateway

    func compareWithSecurity(
        _ request: Budget.CompareWithSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SecurityComparison {
        gateway.state { state in
            state.records.comparisonRequests.append(request)
            return state.records.comparison
        }
    }

    func estimateEarnings(
        _ request: Budget.EstimateEarningsRequest,
        context: CallContext
    ) async throws -> Budget.EarningsEstimate {
        gateway.state { state in
            state.records.earningsRequests.append(request)
            return state.records.earnings
        }
    }

    func listSavedSecurities(
        _ request: Budget.ListSavedSecuritiesRequest,
        context: CallContext
    ) async throws -> Budget.ListSavedSecuritiesResponse {
        gateway.state { .init(securities: $0.records.savedSecurities.filter { !$0.removed }) }
    }

    func saveSecurity(
        _ request: Budget.SaveSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SavedSecurity {
        try gateway.state { state in
            let symbol = request.symbol.uppercased()
            guard state.records.securities.contains(where: { $0.symbol == symbol }) else {
                throw Status.notFound("security")
            }
            let saved = Budget.SavedSecurity(symbol: symbol)
            state.records.savedSecurities.append(saved)
            return saved
        }
    }

    func removeSavedSecurity(
        _ request: Budget.RemoveSavedSecurityRequest,
        context: CallContext
    ) async throws -> Budget.SavedSecurity {
        try gateway.state { state in
            let symbol = request.symbol.uppercased()
            guard let index = state.records.savedSecurities.firstIndex(where: { $0.symbol == symbol }) else {
                throw Status.notFound("security")
            }
            state.records.savedSecurities[index].removed = true
            return state.records.savedSecurities[index]
        }
    }
}

/// Answers with the securities that a test has.
struct SecuritiesAnswers: Catalog.SecuritiesProvider {
    let gateway: TestGateway

    func searchSecurities(
        _ request: Catalog.SearchSecuritiesRequest,
        context: CallContext
    ) async throws -> Catalog.SearchSecuritiesResponse {
        gateway.state { state in
            state.records.securitySearches.append(request)
            let found = state.records.securities.filter { $0.symbol.hasPrefix(request.text.uppercased()) }
            return .init(
                securities: found.isEmpty ? state.records.securities : found,
                similar: found.isEmpty && !state.records.securities.isEmpty
            )
        }
    }

    func getSecurity(_ request: Catalog.GetSecurityRequest, context: CallContext) async throws -> Catalog.Security {
        try security(request.symbol)
    }

    func getPrices(
        _ request: Catalog.GetPricesRequest,
        context: CallContext
    ) async throws -> Catalog.GetPricesResponse {
        let security = try security(request.symbol)
        return gateway.state { state in
            .init(
                security: security,
                prices: state.records.securityPrices,
                interval: .month,
                source: "Our vendor",
                fetchedAt: .init(seconds: 1_700_000_000)
            )
        }
    }

    func getPriceHistory(
        _ request: Catalog.GetPriceHistoryRequest,
        context: CallContext
    ) async throws -> Catalog.PriceHistory {
        .init(security: try security(request.symbol))
    }

    private func security(_ symbol: String) throws -> Catalog.Security {
        try gateway.state { state in
            guard let found = state.records.securities.first(where: { $0.symbol == symbol.uppercased() }) else {
                throw Status.notFound("security")
            }
            return found
        }
    }
}

/// Takes files of securities, and answers as a test says.
struct SecurityImportsAnswers: Catalog.SecurityImportsProvider {
    let gateway: TestGateway

    func importSecurities(
        _ requests: MessageStream<Catalog.ImportSecuritiesRequest>,
        context: CallContext
    ) async throws -> Catalog.ImportSecuritiesResponse {
        var (header, bytes): (Catalog.ImportHeader, [UInt8]) = (.init(), [])
        while let request = try await requests.next() {
            switch request.part {
            case .header(let given): header = given
            case .chunk(let chunk): bytes += chunk
            case nil: break
            }
        }
        let received = bytes
        let given = header
        return gateway.state { state in
            state.records.importedHeaders.append(given)
            state.records.importedFiles.append(received)
            return state.records.importResponse
        }
    }
}
