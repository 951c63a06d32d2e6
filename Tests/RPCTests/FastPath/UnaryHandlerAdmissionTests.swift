import NIOCore
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing
import Wire

@testable import RPC

@Suite("Admission of unary calls", .timeLimit(.minutes(5)))
struct UnaryHandlerAdmissionTests {
    private struct Bug: Error {}

    private let events = Recorder<String>()

    @Test("the handler of a rejected call does not run", arguments: Arrival.allCases)
    func refused(_ arrival: Arrival) async throws {
        let gate = TestAdmissionPolicy("policy", events) { .reject(Status(.permissionDenied, "No.", reason: "NO")) }
        let server = try await UnaryServer(configure: { $0.admissionPolicies = [gate] })
        let answer = try #require(try await server.client.status(of: try await server.call(arrival)))
        #expect(Status(remote: answer).reason == "NO")
        #expect(server.runs.count == 0)
        #expect(try await server.ended() == [.permissionDenied])
        try await server.stop()
    }

    @Test("admission is released once for each call, however it ends", arguments: Arrival.allCases)
    func callEnded(_ arrival: Arrival) async throws {
        let server = try await UnaryServer(
            [],
            { request, _ in if request.payload.isEmpty { throw Bug() } else { request } },
            configure: { $0.admissionPolicies = [TestAdmissionPolicy("policy", events)] }
        )
        #expect(try await server.client.status(of: try await server.call(arrival))?.code == .ok)
        #expect(
            try await server.client.status(of: try await server.call(arrival, ByteBuffer()))?.code == .internalError
        )
        let malformed = ByteBuffer(bytes: [0x0A, 0xFF])
        #expect(try await server.client.status(of: try await server.call(arrival, malformed))?.code == .invalidArgument)
        let cancelled = try await server.begin()
        try await server.client.perform { $0.cancel(cancelled) }
        try await server.settled()
        _ = try await server.begin()
        try await server.stop()
        let all = try await events.wait(forCount: 10)
        #expect(all == Array(repeating: ["policy evaluated", "policy ended"], count: 5).flatMap(\.self))
    }

    @Test("admission is released for a call above the limit")
    func noRoom() async throws {
        let server = try await UnaryServer(configure: {
            $0.admissionPolicies = [TestAdmissionPolicy("policy", events)]
            $0.limits.calls = 0
        })
        #expect(try await server.client.status(of: try await server.call())?.code == .resourceExhausted)
        #expect(events.values == ["policy evaluated", "policy ended"])
        try await server.stop()
    }

    @Test("a call whose user is known only after waiting is served with that user")
    func waiting() async throws {
        let (gate, users) = (Gate(), Recorder<String?>())
        let waiting = TestAdmissionPolicy("policy", events) {
            .wait {
                try await gate.wait()
                return VerifiedUser(id: "u-1", username: "una")
            }
        }
        let server = try await UnaryServer(
            [],
            { request, context in
                users.record(context.verifiedUser?.id)
                return request
            },
            configure: { $0.admissionPolicies = [waiting] }
        )
        let stream = try await server.call()
        try await server.settled()
        #expect(server.runs.count == 0)
        gate.open()
        #expect(try await server.client.status(of: stream)?.code == .ok)
        #expect(users.values == ["u-1"] && server.runs.count == 1)
        try await events.wait(forCount: 2)
        try await server.stop()
    }
}
