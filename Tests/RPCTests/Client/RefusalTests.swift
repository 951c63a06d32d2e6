import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Instances that reject calls and say when to come back", .timeLimit(.minutes(5)))
struct RefusalTests {
    private static let starting = Status(
        .unavailable,
        "The service is starting.",
        retryDelay: .seconds(1),
        reason: "STARTING",
        isUnprocessed: true
    )

    @Test(
        "do not hold calls up while another one is there, however many go on at once",
        arguments: [starting, Status.overloaded],
        BalancingPolicy.allCases
    )
    func elsewhere(rejection: Status, balancing: BalancingPolicy) async throws {
        guard balancing != .pickFirst else { return }
        let cluster = await Cluster(3)
        let channel = cluster.channel(to: [0, 1, 2], RPCChannelOptions(balancing: balancing, outliers: nil))
        try await cluster.connect(channel, to: 3)
        for id in 0...1 { cluster.set(id, .fail(rejection)) }
        // The clock stands still.
        let failures = await withTaskGroup(of: Status?.self, returning: [Status].self) { group in
            for _ in 0..<40 { group.addTask { await channel.failure(of: Cluster.unsafe) } }
            var failures: [Status] = []
            for await failure in group { if let failure { failures.append(failure) } }
            return failures
        }
        #expect(failures == [])
        channel.close()
        await cluster.stop()
    }

    @Test("are asked again after the shortest time that one of them has said, once all have rejected")
    func allRefuse() {
        var retries = RetryState(RetryPolicy(), .none, nil, instances: 2)
        func rejection(_ delay: Duration) -> Status {
            Status(remote: Status(.unavailable, "", retryDelay: delay, isUnprocessed: true).wire)
        }
        #expect(retries.delay(after: rejection(.milliseconds(300)), isElsewhere: true) == .zero)
        #expect(retries.delay(after: rejection(.seconds(1)), isElsewhere: false) == .milliseconds(300))
        #expect(retries.delay(after: rejection(.milliseconds(700)), isElsewhere: false) == .milliseconds(700))
    }

    @Test("and never want the call again are obeyed, another instance or not")
    func never() {
        var retries = RetryState(RetryPolicy(), .none, nil, instances: 2)
        let rejection = Status(.unavailable, "", retryDelay: .milliseconds(-1), isUnprocessed: true)
        #expect(retries.delay(after: Status(remote: rejection.wire), isElsewhere: true) == nil)
    }

    @Test("do not hold hedged calls up")
    func hedged() async throws {
        let cluster = await Cluster(2)
        let policy = ClientPolicy(
            others: MethodPolicy(hedging: HedgingPolicy(maximumAttempts: 2, delay: .seconds(60)))
        )
        let channel = cluster.channel(to: [0, 1], RPCChannelOptions(outliers: nil, policy: policy))
        try await cluster.connect(channel, to: 2)
        cluster.set(0, .fail(RefusalTests.starting))
        for _ in 0..<10 { #expect(await channel.failure(of: Cluster.safe) == nil) }
        channel.close()
        await cluster.stop()
    }
}
