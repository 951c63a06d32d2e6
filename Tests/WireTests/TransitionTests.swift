import Foundation
import NIOCore
import ProtocolTestSupport
import Testing

@testable import Wire

/// A cell of the tables that tell what a side does with a frame in a state of its stream.
struct Transition: Sendable, CustomTestStringConvertible {
    var role: ConnectionStateMachine.Role
    var frame: String
    var state: String
    /// What the page says.
    var effect: String

    var testDescription: String { "\(frame) to a \(role), \(state): \(effect)" }

    static func all(_ role: ConnectionStateMachine.Role) -> [Transition] {
        let table = ProtocolDocument.page.table(
            behind: role == .server ? "**6.4.1**" : "**6.4.3**"
        )
        guard let heading = table.first else { return [] }
        return table.dropFirst().flatMap { row in
            row[0].components(separatedBy: ", ").flatMap { frame in
                zip(heading, row).dropFirst().map { state, effect in
                    Transition(role: role, frame: frame, state: state, effect: effect)
                }
            }
        }
    }

    /// The bytes of the frame, on a stream.
    func bytes(on stream: StreamID) -> [UInt8] {
        switch frame {
        case "CALL": singleFrame(.call, stream, callPayload())
        case "MESSAGE": singleFrame(.message, stream, [0x61])
        case "HALF_CLOSE": singleFrame(.halfClose, stream, [])
        case "CANCEL": singleFrame(.cancel, stream, [1])
        case "WINDOW": singleFrame(.window, stream, [0, 0, 0, 7])
        case "STATUS": singleFrame(.status, stream, [5, 0, 0, 0])
        case "METADATA": singleFrame(.metadata, stream, [0])
        default: []
        }
    }
}

private func singleFrame(_ type: FrameType, _ stream: StreamID, _ payload: [UInt8]) -> [UInt8] {
    frame(type, [], stream, payload)
}

@Suite("The tables of streams")
struct TransitionTests {
    static let firstPart = frame(.message, .more, 1, [0, 0, 0, 2, 0x61])

    /// Makes a machine with stream 1 in a state.
    typealias Making = () throws -> ConnectionStateMachine

    /// Every way that leads to a state.
    static func machines(_ transition: Transition) -> [Making] {
        switch transition.role {
        case .server: serverMachines(transition.state)
        case .client: clientMachines(transition.state)
        }
    }

    private static func serverMachines(_ state: String) -> [Making] {
        func machine(_ bytes: [UInt8], _ then: @escaping (inout ConnectionStateMachine) -> Void = { _ in }) -> Making {
            {
                var machine = ConnectionStateMachine.opened(.server)
                machine.receive(frame(.call, [], 1, callPayload()) + bytes)
                _ = machine.allEvents()
                then(&machine)
                _ = machine.allOutput()
                return machine
            }
        }
        switch state {
        case "never started", "open": return [machine([])]
        case "client ended (END, HALF_CLOSE)":
            return [machine(frame(.message, .end, 1)), machine(frame(.halfClose, [], 1))]
        case "cancelled, handler still runs":
            return [
                machine(frame(.cancel, [], 1, [1])), machine(frame(.halfClose, [], 1) + frame(.cancel, [], 1, [4])),
            ]
        case "over":
            return [
                machine([]) { $0.sendStatus(CallStatus(.notFound), on: 1) },
                machine([]) { $0.sendMessage(ByteBuffer(string: "a"), on: 1, end: true) },
                machine(firstPart) { $0.sendStatus(CallStatus(.ok), on: 1) },
            ]
        default: return []
        }
    }

    private static func clientMachines(_ state: String) -> [Making] {
        func machine(
            _ bytes: [UInt8] = [],
            _ then: @escaping (inout ConnectionStateMachine) -> Void = { _ in }
        ) -> Making {
            {
                var machine = ConnectionStateMachine.opened(.client)
                _ = try machine.startCall(CallHeader(template: CallTemplate(method: "a.B/C")))
                machine.receive(bytes)
                _ = machine.allEvents()
                then(&machine)
                _ = machine.allOutput()
                return machine
            }
        }
        switch state {
        case "never started", "open": return [machine()]
        case "over":
            return [
                machine(frame(.status, [], 1, [5, 0, 0, 0])),
                machine(frame(.message, .end, 1)),
                machine { $0.cancel(1) },
                machine(firstPart) { $0.cancel(1, .deadlineExceeded) },
                machine(frame(.message, .more, 1, [0x3F, 0xFF, 0xFF, 0xFF, 0])),
                machine(frame(.goAway, [], 0, [0, 0, 0, 0, 0])),
            ]
        default: return []
        }
    }

    @Test("hold for a server in every cell", arguments: Transition.all(.server))
    func server(transition: Transition) throws { try check(transition) }

    @Test("hold for a client in every cell", arguments: Transition.all(.client))
    func client(transition: Transition) throws { try check(transition) }

    @Test("have a row for every frame of a stream and a column for every state")
    func complete() {
        let server = Transition.all(.server)
        let client = Transition.all(.client)
        let frames: Set = ["CALL", "MESSAGE", "HALF_CLOSE", "CANCEL", "WINDOW", "STATUS", "METADATA"]
        #expect(Set(server.map(\.frame)) == frames && Set(client.map(\.frame)) == frames)
        #expect(server.count == 7 * 5 && client.count == 7 * 3)
    }

    private func check(_ transition: Transition) throws {
        let machines = Self.machines(transition)
        #expect(!machines.isEmpty, "the state is known")
        for making in machines {
            // WINDOW alone may name the connection.
            let isNew = transition.state == "never started"
            for stream in isNew ? (transition.frame == "WINDOW" ? [3] : [3, 0]) : [1] as [StreamID] {
                guard !(transition.frame == "CALL" && stream == 0) else { continue }
                try check(transition, making, on: stream)
            }
        }
    }

    private func check(_ transition: Transition, _ making: Making, on stream: StreamID) throws {
        var machine = try making()
        let credit = machine.streams[stream]?.windows.send
        let closedCredit = machine.flow.closedStreamCredit
        machine.receive(transition.bytes(on: stream))
        let events = machine.allEvents()
        let lines = events.map(\.line)
        let code = events.compactMap(\.violation).first?.code
        switch transition.effect {
        case "`protocolError`":
            #expect(code == .protocolError)
            return
        case "ignored": #expect(lines.isEmpty)
        case "dropped, within the credit the stream had left":
            guard closedCredit > 0 else {
                // A side that has ended its stream has nothing more to say on it.
                return #expect(code == .flowControl)
            }
            #expect(lines.isEmpty && machine.flow.closedStreamCredit == closedCredit - 1)
        case "starts it, or rejects it with STATUS": try checkStart(lines, on: stream)
        case "to the handler": #expect(lines == ["message 1 a"])
        case "ends the client's side; within a message: `protocolError`":
            #expect(lines == ["half-close 1"])
            try expectBreach(transition, behind: Self.firstPart)
        case "cancels the handler, drops what is held back", "same": #expect(lines == ["cancelled 1 CANCELLED"])
        case "more credit": #expect(machine.streams[stream]?.windows.send == credit.map { $0 + 7 })
        case "once, ahead of the first message; else `protocolError`":
            #expect(lines == ["metadata 1 []"])
            for earlier in [frame(.metadata, [], 1, [0]), frame(.message, [], 1), Self.firstPart] {
                try expectBreach(transition, behind: earlier)
            }
        case "to the application; with END the call is over with OK":
            #expect(lines == ["message 1 a"])
            var ended = try making()
            ended.receive(frame(.message, .end, 1, [0x61]))
            let endedLines = ended.allEvents().map(\.line)
            #expect(endedLines == ["message 1 a end", "status 1 OK"])
        case "the call is over; OK within a message: `protocolError`":
            #expect(lines == ["status 1 NOT_FOUND"])
            try expectBreach(transition, behind: Self.firstPart, frame(.status, [], 1, [0, 0, 0, 0]))
        default: Issue.record("the page says something new: \(transition.effect)")
        }
        let hasFailed = machine.hasFailed
        #expect(code == nil && !hasFailed)
    }

    private func checkStart(_ lines: [String], on stream: StreamID) throws {
        #expect(lines == ["call \(stream) a.B/C"])
        var full = ConnectionStateMachine.opened(.server, settings: Settings(maximumConcurrentStreams: 1))
        full.receive(frame(.call, [], 1, callPayload()) + frame(.call, [], 2, callPayload()))
        let fullLines = full.allEvents().map(\.line)
        #expect(fullLines == ["call 1 a.B/C"])
        let refusal = frames(in: full.allOutput()).last
        #expect(refusal?.type == .status && refusal?.flags == .unprocessed && refusal?.payload.first == 8)
    }

    private func expectBreach(_ transition: Transition, behind earlier: [UInt8], _ bytes: [UInt8]? = nil) throws {
        for making in Self.machines(transition) {
            var machine = try making()
            machine.receive(earlier + (bytes ?? transition.bytes(on: 1)))
            let codes = machine.allEvents().compactMap(\.violation).map(\.code)
            #expect(codes == [.protocolError])
        }
    }
}
