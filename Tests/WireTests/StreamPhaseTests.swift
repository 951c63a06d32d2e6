import Testing

@testable import Wire

@Suite("Stream phase")
struct StreamPhaseTests {
    @Test("starts with metadata possible from the server alone")
    func start() {
        let server = StreamPhase(role: .server)
        #expect(server == .running(sending: .idle, receiving: .open))
        #expect(server.canSendMetadata && server.canSend && server.canReceive && !server.canReceiveMetadata)
        let client = StreamPhase(role: .client)
        #expect(client == .running(sending: .open, receiving: .idle))
        #expect(client.canReceiveMetadata && client.canSend && client.canReceive && !client.canSendMetadata)
    }

    @Test("allows metadata once, and only ahead of messages")
    func metadata() {
        var server = StreamPhase(role: .server)
        server.send()
        #expect(!server.canSendMetadata && server.canSend)
        var client = StreamPhase(role: .client)
        client.receive()
        #expect(!client.canReceiveMetadata && client.canReceive)
    }

    @Test("keeps the directions apart", arguments: [ConnectionStateMachine.Role.client, .server])
    func directions(role: ConnectionStateMachine.Role) {
        var phase = StreamPhase(role: role)
        phase.receive(end: true)
        #expect(phase.canSend && !phase.canReceive && phase.hasReceivedEnd)
        phase.send()
        #expect(phase.canSend)
        phase.send(end: true)
        #expect(phase == .running(sending: .ended, receiving: .ended))
        #expect(!phase.canSend && !phase.isCancelled)

        phase = StreamPhase(role: role)
        phase.send(end: true)
        #expect(!phase.canSend && !phase.canSendMetadata && phase.canReceive && !phase.hasReceivedEnd)
    }

    @Test("waits for the handler of a cancelled call unless that has sent its last message")
    func cancel() {
        var running = StreamPhase(role: .server)
        #expect(awaitsHandler(&running))
        #expect(running == .cancelled(hasReceivedEnd: false))
        var answered = StreamPhase(role: .server)
        answered.send(end: true)
        #expect(!awaitsHandler(&answered))
        #expect(answered.isCancelled)
    }

    @Test("neither sends nor delivers anything of a cancelled call, and still knows whether the peer has ended")
    func cancelled() {
        var phase = StreamPhase.cancelled(hasReceivedEnd: false)
        #expect(!phase.canSend && !phase.canSendMetadata && !phase.canReceive && !phase.canReceiveMetadata)
        phase.send(end: true)
        phase.receive()
        #expect(phase == .cancelled(hasReceivedEnd: false))
        phase.receive(end: true)
        #expect(phase == .cancelled(hasReceivedEnd: true) && phase.hasReceivedEnd)
        phase.receive()
        #expect(phase.hasReceivedEnd)
        var ended = StreamPhase(role: .server)
        ended.receive(end: true)
        _ = ended.cancel()
        #expect(ended == .cancelled(hasReceivedEnd: true))
    }

    // The expectation macro takes no calls of mutating members.
    private func awaitsHandler(_ phase: inout StreamPhase) -> Bool { phase.cancel() }
}
