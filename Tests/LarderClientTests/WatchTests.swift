import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@Suite("Watching a receipt", .timeLimit(.minutes(5)))
struct WatchTests {
    private typealias Watch = TestGateway.Receipts.Watch

    private static let queued = OCR.ReceiptProgress(state: .queued)
    private static let reading = OCR.ReceiptProgress(state: .reading, percent: 40)
    private static let done = OCR.ReceiptProgress(state: .done, percent: 100, purchaseID: "purchase")

    @Test("A nonexistent receipt is not retried")
    func notFound() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.receipts.watches = [Watch([], failure: .notFound("receipt"))] }
                let status = await #expect(throws: Status.self) { try await client.watchReceipt("other") }
                #expect(status?.code == .notFound)
                #expect(gateway.state { $0.receipts.watchCount } == 1)
            }
        }
    }

    @Test("A passed deadline is reported")
    func deadline() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.receipts.watches = [Watch([Self.queued], lasts: true)] }
                let status = await #expect(throws: Status.self) {
                    try await client.watchReceipt("receipt", options: CallOptions(timeout: .milliseconds(300)))
                }
                #expect(status?.code == .deadlineExceeded)
            }
        }
    }

    @Test("A cancelled watch ends")
    func cancelled() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.receipts.watches = [Watch([Self.queued], lasts: true)] }
                let seen = Recorder<OCR.ReceiptProgress>()
                let watch = Task { try await client.watchReceipt("receipt") { seen.record($0) } }
                try await seen.wait(forCount: 1)
                watch.cancel()
                await #expect(throws: (any Error).self) { try await watch.outcome }
            }
        }
    }

    @Test("A watch resumes after a restart of the service, and reports no state twice")
    func restarts() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let gone = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))
                gateway.state {
                    $0.receipts.watches = [
                        Watch([], failure: gone), Watch([Self.queued, Self.reading], failure: gone),
                        Watch([Self.reading]), Watch([Self.reading, Self.done]),
                    ]
                }
                let seen = Recorder<OCR.ReceiptProgress>()
                let last = try await client.watchReceipt("receipt") { seen.record($0) }
                #expect(last == Self.done)
                #expect(seen.values == [Self.queued, Self.reading, Self.done])
                #expect(gateway.state { $0.receipts.watchCount } == 4)
            }
        }
    }

    @Test("A failed receipt is a result, not an error")
    func failed() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let failed = OCR.ReceiptProgress(state: .failed, failure: "Nothing can be read on it.")
                gateway.state { $0.receipts.watches = [Watch([Self.queued, failed])] }
                #expect(try await client.watchReceipt("receipt") == failed)
            }
        }
    }

    @Test("An expired token is renewed")
    func expiredToken() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.sessions.expireAll() }
                #expect(try await client.watchReceipt("receipt").state == .done)
            }
        }
    }
}
