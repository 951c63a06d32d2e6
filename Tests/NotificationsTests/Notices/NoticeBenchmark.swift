import EventsMessages
import Foundation
import Foundations
import NotificationsMessages
import Postgres
import RPC
import Testing

@testable import larder_notifications

/// `make bench-notices`: in `make test` it would only show that the machine has other things to do.
@Suite("20,000 notices at once", .enabled(if: ProcessInfo.processInfo.environment["LARDER_BENCH"] == "notices"))
struct NoticeBenchmark {
    private static let count = 20_000
    private static let limit = Duration.seconds(180)
    /// How many events budget's relay has under way.
    private static let concurrency = 16

    @Test("reach all inboxes within three minutes and hold nobody up", .timeLimit(.minutes(10)))
    func all() async throws {
        try await NotificationsTestEnvironment.with { environment in
            let users = (0..<Self.count).map { _ in User() }
            let reader = User()
            try await environment.addEntries(50, to: reader)
            let clock = ContinuousClock()
            let start = clock.now
            let reads = try await withThrowingTaskGroup(of: [Duration].self) { group in
                group.addTask {
                    var times: [Duration] = []
                    while !Task.isCancelled {
                        let begin = clock.now
                        _ = try await environment.list(reader, size: 50)
                        times.append(clock.now - begin)
                        try? await clock.sleep(for: .milliseconds(20))
                    }
                    return times
                }
                try await withThrowingTaskGroup(of: Void.self) { deliveries in
                    for (index, user) in users.enumerated() {
                        if index >= Self.concurrency { try await deliveries.next() }
                        deliveries.addTask { try await environment.deliver(.purchase(for: user)) }
                    }
                    try await deliveries.waitForAll()
                }
                group.cancelAll()
                return try await group.next() ?? []
            }
            let time = clock.now - start
            let entries: Int64 = try await environment.pool.query(
                "SELECT count(DISTINCT user_id) AS count FROM notifications WHERE user_id <> \(try #require(UUID(uuidString: reader.id)))"
            )[0]["count"]
            let slowest = reads.sorted()[reads.count * 99 / 100]
            print(
                "\(Self.count) notices in \(Self.count) inboxes: \(time.formatted()), \(Int(Double(Self.count) / time.inSeconds)) a second"
            )
            print(
                "reading an inbox meanwhile, p99 of \(reads.count): \(slowest.formatted(.units(allowed: [.milliseconds])))"
            )
            #expect(entries == Int64(Self.count))
            #expect(time < Self.limit && slowest < .milliseconds(500))
        }
    }
}
