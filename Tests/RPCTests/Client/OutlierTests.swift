import NIOCore
import RPCTestSupport
import Testing

@testable import RPC

@Suite("Outlier detection", .timeLimit(.minutes(5)))
struct OutlierTests {
    /// Makes calls to two instances, the first of which never answers, until the time of each is up.
    /// - Returns: Whether the first is left out afterwards.
    private func isEjected(after calls: Int, _ call: (Cluster, RPCChannel) async throws -> Void) async throws -> Bool {
        let cluster = await Cluster(2)
        let channel = cluster.channel(to: [0, 1])
        try await cluster.connect(channel, to: 2)
        cluster.set(0, .hold(Gate()))
        for _ in 0..<calls { try await call(cluster, channel) }
        let isEjected = channel.instanceStates[0].isEjected
        channel.close()
        await cluster.stop()
        return isEjected
    }

    @Test("a caller with a short deadline does not count against the instance")
    func shortDeadlines() async throws {
        let isEjected = try await isEjected(after: 20) { cluster, channel in
            _ = await cluster.whileTimePasses {
                await channel.failure(of: Cluster.unsafe, CallOptions(timeout: .milliseconds(50)))
            }
        }
        #expect(!isEjected)
    }

    @Test("an instance that does not answer in ample time is left out")
    func longDeadlines() async throws {
        let isEjected = try await isEjected(after: 40) { cluster, channel in
            guard !channel.instanceStates[0].isEjected else { return }
            let before = cluster.reached.count
            let call = Task { await channel.failure(of: Cluster.unsafe, CallOptions(timeout: .seconds(3))) }
            try await cluster.reached.wait(forCount: before + 1)
            try await cluster.clock.advance(by: .seconds(4))
            _ = await call.outcome
        }
        #expect(isEjected)
    }

    @Test(
        "a call that is given up at its deadline counts, one that is given up before does not",
        arguments: [true, false]
    )
    func cancelledByCaller(atDeadline: Bool) async throws {
        let isEjected = try await isEjected(after: 40) { cluster, channel in
            guard !channel.instanceStates[0].isEjected else { return }
            let before = cluster.reached.count
            let call = Task { await channel.failure(of: Cluster.unsafe, CallOptions(timeout: .seconds(3))) }
            try await cluster.reached.wait(forCount: before + 1)
            try await cluster.clock.advance(by: atDeadline ? .milliseconds(2_950) : .milliseconds(1_500))
            call.cancel()
            _ = await call.outcome
        }
        #expect(isEjected == atDeadline)
    }

    @Test("a stream that is followed until its deadline says nothing of the instance")
    func watches() async throws {
        let isEjected = try await isEjected(after: 20) { cluster, channel in
            let call = try await channel.start(
                Cluster.unsafe.path,
                options: CallOptions(),
                deadline: cluster.clock.now + .seconds(2),
                request: (ByteBuffer(), true)
            )
            _ = try? await cluster.whileTimePasses { try await call.receive() }
        }
        #expect(!isEjected)
    }

    @Test("an upload that is not there at its deadline says nothing of the instance")
    func uploads() async throws {
        let isEjected = try await isEjected(after: 20) { cluster, channel in
            let call = try await channel.start(
                Cluster.unsafe.path,
                options: CallOptions(),
                deadline: cluster.clock.now + .seconds(2),
                request: nil
            )
            _ = try? await cluster.whileTimePasses { try await call.response() }
        }
        #expect(!isEjected)
    }
}
