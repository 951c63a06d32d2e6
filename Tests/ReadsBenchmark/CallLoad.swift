import BudgetMessages
import RPC

/// Reads purchases through the gateway, over one connection.
struct CallLoad {
    let channel: RPCChannel
    let readers: [Reader]
    let duration: Duration

    private static let warmUp = Duration.seconds(1)

    /// Keeps so many reads under way until the time is over.
    func run(_ concurrency: Int) async throws -> Figures {
        let begin = ContinuousClock.now + Self.warmUp
        let end = begin + duration
        let measured = try await withThrowingTaskGroup(of: [Double].self) { group in
            for task in 0..<concurrency {
                group.addTask { try await latencies(of: task, from: begin, until: end) }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        return Figures(rate: Double(measured.count) / (duration / .seconds(1)), latencies: measured)
    }

    /// Milliseconds of each read of one task that began in the measured time.
    private func latencies(
        of task: Int,
        from begin: ContinuousClock.Instant,
        until end: ContinuousClock.Instant
    ) async throws -> [Double] {
        let reader = readers[task % readers.count]
        let client = Budget.PurchasesClient(channel: channel)
        let options = CallOptions(timeout: .seconds(10), accessToken: reader.token)
        let purchases = try await client.listPurchases(.init(), options: options).purchases
        guard task / readers.count < purchases.count else { throw ReadsError("A reader has too few purchases.") }
        let id = purchases[task / readers.count].id
        var latencies: [Double] = []
        var start = ContinuousClock.now
        while start < end {
            let purchase = try await client.getPurchase(.init(key: .purchaseID(id)), options: options)
            guard purchase.items.count == 15 else { throw ReadsError("A purchase has not 15 items.") }
            let now = ContinuousClock.now
            if start >= begin { latencies.append((now - start) / .milliseconds(1)) }
            start = now
        }
        return latencies
    }
}
