import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import RPC

/// What one user waits for, with new users of their own.
struct MoneyFigures {
    let deployment: LocalDeployment
    let channel: RPCChannel
    /// May record purchases of receipts.
    let recorder: Budget.PurchasesClient
    let seconds: Int
    /// How many the user has whose year is worked out.
    let purchases: Int
    /// Products with prices at stores that users can reach.
    let products: [UUID]

    private static let callsPerSecond = 200
    /// How often what has no steady rate is measured.
    private static let rounds = 20
    private static let rowsOfImport = 10_000

    private var today: CalendarDay { CalendarDay(of: Date(), in: .gmt) }

    func measure(_ report: inout MoneyReport) async throws {
        var readers: [Reader] = []
        for _ in 0..<Reader.count {
            let reader = try await Reader.signUp(at: deployment, on: channel)
            try await record(PurchaseData.purchasesOfUser, of: reader)
            try await addGoals(reader)
            readers.append(reader)
        }
        try await measureSteadyCalls(readers, &report)
        let collector = try await Reader.signUp(at: deployment, on: channel)
        try await record(purchases, of: collector)
        try await addGoals(collector)
        try await measureYear(collector, &report)
        try await measureVisibility(collector, &report)
        try await measureOffers(&report)
        try await measureImport(&report)
    }

    // MARK: Data

    /// Records purchases on days of the last year.
    private func record(_ count: Int, of reader: Reader) async throws {
        for number in 0..<count {
            let day = today.advanced(by: -(number * 364 / count))
            let request = Budget.RecordPurchaseRequest(
                userID: reader.id.uuidString,
                purchase: PurchaseData.purchase(on: day.text, at: "17:\(10 + number % 50)")
            )
            _ = try await recorder.recordPurchase(request, options: CallOptions(timeout: .seconds(10)))
        }
    }

    private func addGoals(_ reader: Reader) async throws {
        let limit = Common.Money(minorUnits: 100_000, currency: "CAD")
        for (period, category) in [(Budget.GoalPeriod.month, ""), (.year, ""), (.week, "dairy")] {
            let terms = Budget.GoalTerms(period: period, limit: limit, category: category)
            _ = try await Budget.GoalsClient(channel: channel).createGoal(
                .init(terms: terms),
                options: changing(options(reader))
            )
        }
    }

    private func options(_ reader: Reader) -> CallOptions {
        CallOptions(timeout: .seconds(30), accessToken: reader.token)
    }

    /// The options of a change, each with a key of its own.
    private func changing(_ options: CallOptions) -> CallOptions {
        var options = options
        options.idempotencyKey = UUID().uuidString
        return options
    }

    // MARK: Figures

    private func measureSteadyCalls(_ readers: [Reader], _ report: inout MoneyReport) async throws {
        let log = Budget.PurchasesClient(channel: channel)
        let goals = Budget.GoalsClient(channel: channel)
        let options = readers.map { self.options($0) }
        let taken = try await SteadyCalls(rate: Self.callsPerSecond, seconds: seconds).latencies { number in
            // Each reader in turn, both calls of each.
            let options = options[number / 2 % options.count]
            if number.isMultiple(of: 2) {
                let page = try await log.listPurchases(.init(), options: options)
                guard page.purchases.count == PurchaseData.purchasesOfUser else {
                    throw ReadsError("A log is not whole.")
                }
            } else {
                let found = try await goals.listGoals(.init(timeZone: "UTC"), options: options)
                guard found.goals.count == 3 else { throw ReadsError("There are not three goals.") }
            }
        }
        let figures = Figures(rate: Double(Self.callsPerSecond), latencies: taken)
        report.add("Log page and goal progress at \(Self.callsPerSecond) calls/s, p99", figures.percentile(99), bar: 20)
        report.add("The same, median", figures.percentile(50))
    }

    private func measureYear(_ reader: Reader, _ report: inout MoneyReport) async throws {
        let options = options(reader)
        let year = (today.advanced(by: -364).text, today.text)
        let insights = Budget.InsightsClient(channel: channel)
        let prices = Budget.PaidPricesClient(channel: channel)
        let suffix = "\(purchases) purchases of 15 items"
        for grouping in [Budget.SpendingGrouping.category, .product, .store, .month] {
            try await add("Analytics of a year by \(grouping), \(suffix), p99", bar: 100, to: &report) {
                let request = Budget.SummarizeSpendingRequest(firstDay: year.0, lastDay: year.1, grouping: grouping)
                let summary = try await insights.summarizeSpending(request, options: options)
                guard summary.currencies.first?.purchases == Int32(purchases) else {
                    throw ReadsError("A summary is not of all purchases.")
                }
            }
        }
        try await add("Changes of prices, \(suffix), p99", to: &report) {
            _ = try await prices.listPriceChanges(.init(timeZone: "UTC"), options: options)
        }
        try await add("Prices beside averages, \(suffix), p99", to: &report) {
            _ = try await prices.compareWithAverages(.init(timeZone: "UTC", region: "CA"), options: options)
        }
        try await add("Goal progress, \(suffix), p99", to: &report) {
            _ = try await Budget.GoalsClient(channel: channel).listGoals(.init(timeZone: "UTC"), options: options)
        }
    }

    private func add(
        _ name: String,
        bar: Double? = nil,
        to report: inout MoneyReport,
        _ call: () async throws -> Void
    ) async throws {
        try await call()
        var taken: [Double] = []
        for _ in 0..<Self.rounds { taken.append(try await milliseconds(call)) }
        report.add(name, Figures(rate: 0, latencies: taken).percentile(99), bar: bar)
    }

    /// From the call that records a purchase until log, goals and analytics all have it.
    private func measureVisibility(_ reader: Reader, _ report: inout MoneyReport) async throws {
        let options = options(reader)
        var taken: [Double] = []
        for round in 0..<Self.rounds {
            let before = try await spent(options)
            taken.append(
                try await milliseconds {
                    let id = try await recordTea(round, options)
                    let limit = ContinuousClock.now + .seconds(10)
                    while try await !isSeen(id, beyond: before, options) {
                        guard ContinuousClock.now < limit else { throw ReadsError("A purchase isn't shown.") }
                    }
                }
            )
        }
        report.add("A recorded purchase is in log, goals and analytics, longest", taken.max() ?? 0, bar: 1_000)
    }

    /// Each time for another price, as the same purchase twice would seem to be a duplicate, which is in no sum.
    private func recordTea(_ round: Int, _ options: CallOptions) async throws -> String {
        let price = Common.Money(minorUnits: 100 + Int64(round), currency: "CAD")
        let item = Budget.NewItem(name: "Tea", amount: price)
        let request = Budget.CreatePurchaseRequest(
            storeName: "Kiosk \(round)",
            purchasedAt: .init(date: today.text),
            currency: "CAD",
            items: [item]
        )
        return try await Budget.PurchasesClient(channel: channel)
            .createPurchase(request, options: changing(options)).id
    }

    private func isSeen(
        _ id: String,
        beyond before: (goal: Int64, total: Int64),
        _ options: CallOptions
    ) async throws -> Bool {
        let log = try await Budget.PurchasesClient(channel: channel).listPurchases(.init(), options: options)
        let now = try await spent(options)
        return log.purchases.contains { $0.id == id } && now.goal > before.goal && now.total > before.total
    }

    /// What was spent of the goal of the year, and today.
    private func spent(_ options: CallOptions) async throws -> (goal: Int64, total: Int64) {
        let goals = try await Budget.GoalsClient(channel: channel).listGoals(.init(timeZone: "UTC"), options: options)
        let summary = try await Budget.InsightsClient(channel: channel)
            .summarizeSpending(.init(firstDay: today.text, lastDay: today.text), options: options)
        let goal = goals.goals.first { $0.terms?.period == .year }?.progress?.spent?.minorUnits
        return (goal ?? 0, summary.currencies.first?.total?.minorUnits ?? 0)
    }

    /// Offers for one thing of each product, to a user who lives amid the stores.
    private func measureOffers(_ report: inout MoneyReport) async throws {
        let reader = try await Reader.signUp(at: deployment, on: channel)
        _ = try await Auth.ConsentsClient(channel: channel)
            .setConsent(.init(kind: .location, given: true), options: options(reader))
        let resident = try await reader.signedInAgain(on: channel)
        let home = Auth.HomePlace(
            location: .init(
                latitudeMicrodegrees: StorePriceData.centre.latitude,
                longitudeMicrodegrees: StorePriceData.centre.longitude
            ),
            radiusMetres: StorePriceData.radius
        )
        _ = try await Auth.ProfilesClient(channel: channel).setHomePlace(.init(home: home), options: options(resident))
        let items = products.map { product in
            Budget.NewItem(
                name: "Something 1000G",
                amount: .init(minorUnits: 390, currency: "CAD"),
                product: .init(productID: product.uuidString.lowercased(), name: "Something")
            )
        }
        let request = Budget.CreatePurchaseRequest(
            storeName: "Kiosk",
            purchasedAt: .init(date: today.text),
            currency: "CAD",
            items: items
        )
        _ = try await Budget.PurchasesClient(channel: channel)
            .createPurchase(request, options: changing(options(resident)))
        let options = options(resident)
        try await add("Cheaper offers for \(products.count) things, p99", bar: 200, to: &report) {
            let found = try await Budget.OffersClient(channel: channel)
                .listOffers(.init(timeZone: "UTC"), options: options)
            guard found.compared == Int32(products.count), !found.offers.isEmpty else {
                throw ReadsError(
                    "Only \(found.compared) of \(products.count) things were compared, \(found.offers.count) have offers."
                )
            }
        }
    }

    private func measureImport(_ report: inout MoneyReport) async throws {
        let reader = try await Reader.signUp(at: deployment, on: channel)
        let rows = (0..<Self.rowsOfImport).map { number in
            "\(today.advanced(by: -(number % 360)).text),Shop \(number % 97),\(number % 50 + 1).\(10 + number % 90)"
        }
        let contents = Array((["date,name,amount"] + rows).joined(separator: "\n").utf8)
        let taken = try await milliseconds {
            let request = Budget.CreateImportRequest(
                contents: contents,
                fileName: "bank.csv",
                options: .init(currency: "CAD", includeKnown: true)
            )
            let made = try await Budget.ImportsClient(channel: channel).createImport(
                request,
                options: changing(options(reader))
            )
            guard made.recordedCount == Int32(Self.rowsOfImport) else { throw ReadsError("Rows were left out.") }
        }
        report.add("Import of \(Self.rowsOfImport) rows", taken, bar: 5_000)
    }

    private func milliseconds(_ call: () async throws -> Void) async throws -> Double {
        let begin = ContinuousClock.now
        try await call()
        return (ContinuousClock.now - begin) / .milliseconds(1)
    }
}
