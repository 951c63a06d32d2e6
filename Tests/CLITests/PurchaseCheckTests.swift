import LarderClient
import LarderClientTestSupport
import Testing

@testable import larder

@Suite("Checking the log", .timeLimit(.minutes(5)))
struct PurchaseCheckTests {
    private func cad(_ amount: Int64) -> Common.Money { .init(minorUnits: amount, currency: "CAD") }

    @Test("says what counts, and that everything adds up")
    func nothing() async throws {
        try await TestGateway.with { gateway async throws in
            gateway.state { $0.records.ledgerCheck = .init(purchases: 2, totals: [self.cad(1_250)]) }
            let printed = try await CommandRun.signedIn(gateway)("purchase", "check")
            #expect(printed.out == "2 entries count · 12.50 CAD\nEverything adds up.\n")
        }
    }

    @Test("lists what differs, and how much more does")
    func differences() async throws {
        try await TestGateway.with { gateway async throws in
            let difference = Budget.LedgerDifference(
                kind: .printedTotal,
                purchaseID: "purchase-1",
                day: "2025-03-09",
                storeName: "Juniper Street Market",
                kept: self.cad(903),
                recomputed: self.cad(920)
            )
            gateway.state { state in
                state.records.ledgerCheck = .init(purchases: 9, differences: [difference], differenceCount: 3)
            }
            let printed = try await CommandRun.signedIn(gateway)("purchase", "check")
            for part in ["2025-03-09", "Juniper Street Market", "printed total", "9.03 CAD", "9.20 CAD", "purchase-1"] {
                #expect(printed.out.contains(part))
            }
            #expect(printed.out.hasSuffix("2 more differ.\n"))
        }
    }
}
