import NIOCore
import ProtocolTestSupport
import Testing

@testable import Wire

/// A state machine in the state that a numbered case begins with, and a minimal application on top.
private final class Subject {
    var machine: ConnectionStateMachine
    var violations: [WireViolation] = []
    var sent: [RecordedFrame] = []
    static let heldMethod = "larder.rpc.v1.Health/WatchHealth"

    init(_ numbered: ProtocolCase, _ document: ProtocolDocument) throws {
        machine = ConnectionStateMachine(role: numbered.isToServer ? .server : .client)
        if numbered.isToServer {
            feed(document.bytes(before: numbered.start))
        } else if numbered.start == .call {
            _ = try machine.startCall(CallHeader(template: CallTemplate(method: Self.heldMethod)))
            feed(frame(.settings))
        }
        _ = machine.allOutput()
        sent = []
    }

    /// Feeds bytes and does what a server of ``heldMethod`` alone does.
    func feed(_ bytes: [UInt8]) {
        machine.receive(bytes)
        while let event = machine.nextEvent() {
            if let violation = event.violation { violations.append(violation) }
            if let call = event.call, call.header.template.method != Self.heldMethod {
                machine.sendStatus(CallStatus(.unimplemented), on: call.stream)
            }
        }
        sent += frames(in: machine.allOutput())
    }

    /// Sends a ping.
    /// - Returns: Whether it is answered, which it is not once the connection has failed.
    func answersPing() -> Bool {
        let value: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        feed(frame(.ping, [], 0, value))
        return sent.last == RecordedFrame(type: .ping, flags: .acknowledgement, stream: 0, payload: value)
    }
}

@Suite("The numbered cases of the protocol's document")
struct NumberedCaseTests {
    private static let document = ProtocolDocument.page
    static let refusals = document.cases("R")
    static let endings = refusals.filter { !$0.connectionCodes.isEmpty }
    static let others = refusals.filter(\.connectionCodes.isEmpty)
    static let acceptances = document.cases("A")

    @Test("are numbered without gaps")
    func numbers() {
        #expect(Self.refusals.map(\.id) == (1...Self.refusals.count).map { "R\($0)" })
        #expect(Self.acceptances.map(\.id) == (1...Self.acceptances.count).map { "A\($0)" })
        #expect(Self.refusals.count > 100)
    }

    @Test("that must end the connection do, with the code told", arguments: endings)
    func connectionEnds(numbered: ProtocolCase) throws {
        let subject = try Subject(numbered, Self.document)
        subject.feed(numbered.bytes)
        subject.feed(frame(.ping, [], 0, [9, 9, 9, 9, 9, 9, 9, 9]))
        #expect(subject.violations.map(\.code.rawValue) == [numbered.connectionCodes[0]])
        #expect(subject.sent.last?.type == .goAway && subject.sent.last?.payload[4] == numbered.connectionCodes[0])
        #expect(subject.sent.filter { $0.type == .goAway }.count == 1)
    }

    @Test(
        "that must end the connection do so however the bytes are cut",
        arguments: endings.filter { $0.bytes.count < 5_000 }
    )
    func cutBytes(numbered: ProtocolCase) throws {
        let subject = try Subject(numbered, Self.document)
        for byte in numbered.bytes { subject.feed([byte]) }
        #expect(subject.violations.map(\.code.rawValue) == [numbered.connectionCodes[0]])
    }

    @Test("that end their call alone leave the connection", arguments: others)
    func callEnds(numbered: ProtocolCase) throws {
        let subject = try Subject(numbered, Self.document)
        subject.feed(numbered.bytes)
        #expect(subject.violations.isEmpty)
        #expect(subject.answersPing())
    }

    @Test("that must be accepted are", arguments: acceptances)
    func accepted(numbered: ProtocolCase) throws {
        let subject = try Subject(numbered, Self.document)
        subject.feed(numbered.bytes)
        #expect(subject.violations.isEmpty)
        #expect(subject.answersPing())
    }
}
