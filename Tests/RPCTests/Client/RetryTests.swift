import NIOCore
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import RPC

@Suite("Retries", .timeLimit(.minutes(5)))
struct RetryTests {
    private let notNow = Status(.unavailable, "Not now.")

    private func retries(
        _ policy: RetryPolicy = RetryPolicy(),
        idempotency: Idempotency = .idempotent,
        throttle: RetryThrottle? = nil,
        instances: Int = 1
    ) -> RetryState {
        RetryState(policy, idempotency, throttle, instances: instances)
    }

    /// As it comes from a server.
    private func remote(_ status: Status) -> Status { Status(remote: status.wire) }

    @Test("a method that may do harm twice is never sent again once a handler may have seen it")
    func unsafe() {
        var retries = retries(idempotency: .none)
        #expect(retries.delay(after: remote(notNow), isElsewhere: true) == nil)
    }

    @Test("a call that no handler has seen is sent again whatever its method, elsewhere at once")
    func unprocessed() {
        var retries = retries(idempotency: .none, instances: 2)
        let refused = remote(Status(.unavailable, "Going away.", isUnprocessed: true))
        #expect(retries.delay(after: refused, isElsewhere: true) == .zero)
        #expect(retries.delay(after: refused, isElsewhere: false).map { $0 > .zero } == true)
        #expect(retries.counts == RetryStatistics(transparentRetries: 2))
    }

    @Test("more than five attempts are five")
    func manyAttempts() {
        var retries = retries(RetryPolicy(maximumAttempts: 50))
        var count = 0
        while retries.delay(after: notNow, isElsewhere: false) != nil { count += 1 }
        #expect(count == 4)
    }

    @Test("only the codes of the policy are tried again")
    func codes() {
        var retries = retries(RetryPolicy(codes: [.aborted]))
        #expect(retries.delay(after: remote(Status(.aborted, "")), isElsewhere: false) != nil)
        #expect(retries.delay(after: remote(notNow), isElsewhere: false) == nil)
    }

    @Test(
        "a server's advice is followed; a negative or long one says to leave it",
        arguments: [(0, true), (1_000, true), (1_001, false), (-1, false), (Int64.max, false), (Int64.min, false)]
    )
    func pushBack(milliseconds: Int64, isFollowed: Bool) {
        var retries = retries()
        let advice = Duration.milliseconds(milliseconds)
        let status = remote(Status(.unavailable, "Not now.", retryDelay: advice))
        #expect(retries.delay(after: status, isElsewhere: false) == (isFollowed ? advice : nil))
    }

    @Test("with half of the tokens gone nothing is tried again until calls succeed")
    func throttle() {
        let throttle = RetryThrottle(RetryThrottling(maximumTokens: 4, tokenRatio: 0.5))
        var first = retries(throttle: throttle)
        #expect(first.delay(after: notNow, isElsewhere: false) != nil)
        #expect(first.delay(after: notNow, isElsewhere: false) == nil)
        var second = retries(throttle: throttle)
        throttle.succeeded()
        throttle.succeeded()
        throttle.succeeded()
        #expect(second.delay(after: notNow, isElsewhere: false) != nil)
    }

    @Test("rejections that no handler has seen cost no tokens")
    func throttleIgnoresUnprocessed() {
        let throttle = RetryThrottle(RetryThrottling(maximumTokens: 1))
        var retries = retries(throttle: throttle)
        let refused = remote(Status(.unavailable, "Going away.", isUnprocessed: true))
        #expect(retries.delay(after: refused, isElsewhere: false) != nil)
        #expect(throttle.allowsRetry)
    }

    @Test("a method has its own policy, else that of its service, else that of all")
    func lookup() {
        let one = MethodPolicy(timeout: .seconds(1))
        let two = MethodPolicy(timeout: .seconds(2))
        let policy = ClientPolicy(methods: ["a.B/C": one, "a.B": two])
        #expect(policy.policy(for: "a.B/C") == one)
        #expect(policy.policy(for: "a.B/D") == two)
        #expect(policy.policy(for: "a.C/D") == MethodPolicy())
    }

    @Test("a call is tried again until it succeeds, with waits between, and never beyond its deadline")
    func waits() async throws {
        let cluster = await Cluster(1)
        let channel = cluster.channel(to: [0], RPCChannelOptions(outliers: nil))
        try await cluster.connect(channel, to: 1)
        cluster.set(0, .fail(notNow))
        let counts = await cluster.counts {
            _ = await cluster.whileTimePasses { await channel.failure(of: Cluster.safe) }
        }
        #expect(counts == [0: 4])
        let hasty = await cluster.counts {
            let failure = await channel.failure(of: Cluster.safe, CallOptions(timeout: .milliseconds(20)))
            #expect(failure?.code == .unavailable)
        }
        #expect(hasty == [0: 1])
        channel.close()
        await cluster.stop()
    }

    // MARK: Uploads

    private let upload = TestMethods.method("Upload", .clientStreaming)

    /// A service that rejects the first attempts after so many messages, as if no handler had seen them.
    private func uploading(refusals: Int, after count: Int, _ attempts: Recorder<Int>) -> MethodHandler {
        .clientStreaming(upload) { (requests: MessageStream<Echo>, _) in
            attempts.record(0)
            let isRefused = attempts.count <= refusals
            var sum = Echo()
            for try await request in requests {
                sum.payload += request.payload
                if isRefused, sum.payload.count >= count {
                    throw Status(.unavailable, "Going away.", isUnprocessed: true)
                }
            }
            return sum
        }
    }

    @Test("an upload that no handler has seen is sent again with what was sent already, in order")
    func replayed() async throws {
        let attempts = Recorder<Int>()
        let peers = InProcessPeers([uploading(refusals: 2, after: 2, attempts)])
        let answer: Echo = try await peers.clock.whileRunning {
            try await peers.channel.clientStreaming(upload, options: CallOptions()) { (writer: MessageWriter<Echo>) in
                for index in UInt8(0)..<5 { try await writer.write(Echo(payload: [index])) }
            }
        }
        #expect(answer.payload == [0, 1, 2, 3, 4])
        #expect(attempts.count == 3)
        await peers.stop()
    }

    @Test("an upload that has sent more than is kept fails instead of being sent in part")
    func tooLargeToReplay() async throws {
        let attempts = Recorder<Int>()
        let peers = InProcessPeers([uploading(refusals: 1, after: BufferedRetryCall.limit + 1, attempts)])
        let failure = await #expect(throws: Status.self) {
            let _: Echo = try await peers.channel.clientStreaming(upload, options: CallOptions()) {
                (writer: MessageWriter<Echo>) in
                for _ in 0..<3 { try await writer.write(Echo(payload: Array(repeating: 1, count: 40_000))) }
            }
        }
        #expect(failure?.isUnprocessed == true)
        #expect(attempts.count == 1)
        await peers.stop()
    }

    @Test("a stream that has not answered yet is made again; one that has is not")
    func streams() async throws {
        let watch = TestMethods.method("Watch", .serverStreaming, .noSideEffects)
        let attempts = Recorder<Void>()
        let handler = MethodHandler.serverStreaming(watch) { (request: Echo, responses: MessageWriter<Echo>, _) in
            attempts.record(())
            if attempts.count == 1 { throw Status(.unavailable, "Not now.") }
            try await responses.write(request)
            throw Status(.unavailable, "No more.")
        }
        let peers = InProcessPeers([handler])
        await #expect(throws: Status.self) {
            try await peers.clock.whileRunning {
                try await peers.channel.serverStreaming(watch, Echo(payload: [7]), options: CallOptions()) {
                    (responses: MessageStream<Echo>) in
                    #expect(try await responses.next()?.payload == [7])
                    while try await responses.next() != nil {}
                }
            }
        }
        #expect(attempts.count == 2)
        await peers.stop()
    }
}
