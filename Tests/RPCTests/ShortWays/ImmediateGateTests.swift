import Messages
import NIOCore
import RPCTestSupport
import Testing
import Wire

@testable import RPC

@Suite("Immediate handlers behind gates", .timeLimit(.minutes(5)))
struct ImmediateGateTests {
    private struct Bug: Error {}

    private let told = Recorder<String>()

    @Test("a call that a gate refuses has no handler", arguments: Arrival.allCases)
    func refused(_ arrival: Arrival) async throws {
        let gate = TestGate("gate", told) { .refuse(Status(.permissionDenied, "No.", reason: "NO")) }
        let server = try await ImmediateServer(configure: { $0.gates = [gate] })
        let answer = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(Status(remote: answer).reason == "NO")
        #expect(server.runs.count == 0)
        #expect(try await server.ended() == [.permissionDenied])
        try await server.stop()
    }

    @Test("each call leaves the gate that let it through, once, however it ends", arguments: Arrival.allCases)
    func left(_ arrival: Arrival) async throws {
        let server = try await ImmediateServer(
            [],
            { request, _ in if request.payload.isEmpty { throw Bug() } else { request } },
            configure: { $0.gates = [TestGate("gate", told)] }
        )
        #expect(try await server.client.status(of: try await server.call(arrival))?.code == .ok)
        #expect(
            try await server.client.status(of: try await server.call(arrival, ByteBuffer()))?.code == .internalError
        )
        let malformed = ByteBuffer(bytes: [0x0A, 0xFF])
        #expect(try await server.client.status(of: try await server.call(arrival, malformed))?.code == .invalidArgument)
        let cancelled = try await server.begin()
        try await server.client.tell { $0.cancel(cancelled) }
        try await server.settled()
        _ = try await server.begin()
        try await server.stop()
        let all = try await told.wait(forCount: 10)
        #expect(all == Array(repeating: ["gate asked", "gate left"], count: 5).flatMap(\.self))
    }

    @Test("a call above the limit leaves the gate that let it through")
    func noRoom() async throws {
        let server = try await ImmediateServer(configure: {
            $0.gates = [TestGate("gate", told)]
            $0.limits.calls = 0
        })
        #expect(try await server.client.status(of: try await server.call())?.code == .resourceExhausted)
        #expect(told.values == ["gate asked", "gate left"])
        try await server.stop()
    }

    @Test("a call whose user is known only after waiting is served in a task, which knows the user")
    func waiting() async throws {
        let (gate, users) = (Gate(), Recorder<String?>())
        let waiting = TestGate("gate", told) {
            .wait {
                try await gate.wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let server = try await ImmediateServer(
            [],
            { request, context in
                users.record(context.verifiedUser?.id)
                return request
            },
            configure: { $0.gates = [waiting] }
        )
        let stream = try await server.call()
        try await server.settled()
        #expect(server.runs.count == 0)
        gate.open()
        #expect(try await server.client.status(of: stream)?.code == .ok)
        #expect(users.values == ["u-1"] && server.runs.values == [true])
        try await told.wait(forCount: 2)
        try await server.stop()
    }
}
