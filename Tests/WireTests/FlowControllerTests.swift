import NIOCore
import Testing

@testable import Wire

/// A flow controller with what it needs around it.
private struct Flow {
    static let settings = Settings(initialStreamWindow: 65_536, connectionWindow: 131_072, maximumMessageSize: 100_000)

    var controller: FlowController
    private var output = FrameWriter()
    private var lastStream: StreamID = 0

    init(_ local: Settings = Self.settings, remote: Settings = .assumed) {
        controller = FlowController(local: local, remote: remote)
    }

    mutating func stream(_ role: ConnectionStateMachine.Role = .server) -> StreamState {
        lastStream += 1
        return StreamState(id: lastStream, role: role, windows: controller.initialWindows, messageLimit: 100_000)
    }

    /// The WINDOW frames written since the last call, as stream and increment.
    mutating func updates() -> [[Int]] {
        guard let bytes = output.take() else { return [] }
        return frames(in: bytes).map { frame in
            #expect(frame.type == .window)
            return [Int(frame.stream), frame.payload.reduce(0) { $0 << 8 | Int($1) }]
        }
    }

    /// Receives a message in one frame.
    mutating func receive(_ length: Int, on stream: StreamState) throws(WireViolation) {
        try controller.receive(length, &output)
        try controller.receive(length, on: stream)
        controller.deliver(length, on: stream)
    }

    /// Receives one part of a message.
    mutating func receivePart(_ length: Int, of total: Int? = nil, isLast: Bool = false, on stream: StreamState)
        throws(WireViolation)
    {
        let prefix = total == nil ? 0 : 4
        try controller.receive(prefix + length, &output)
        try controller.receive(prefix + length, on: stream)
        if let total {
            controller.consumeLengthPrefix(on: stream)
            controller.beginPartialMessage(total, on: stream)
        }
        try controller.receivePart(length, isLast: isLast, on: stream)
        if isLast { controller.deliverPartialMessage(on: stream) }
        if total != nil, !isLast { controller.requestOverdraft(for: stream, &output) }
    }

    mutating func consume(_ length: Int, on stream: StreamState) { controller.consume(length, on: stream, &output) }
    mutating func close(_ stream: StreamState) { controller.close(stream, &output) }
    mutating func discardPartialMessage(on stream: StreamState) {
        controller.discardPartialMessage(on: stream, &output)
    }
    mutating func receiveOnClosedStream(_ length: Int) throws(WireViolation) {
        try controller.receive(length, &output)
        try controller.receiveOnClosedStream(length)
    }
    mutating func resume(_ streams: [StreamState]) { controller.resumeWindowUpdates(of: streams, &output) }
}

/// The violation that a closure throws.
private func violation(_ body: () throws(WireViolation) -> Void) -> WireViolation? {
    do { try body() } catch { return error }
    return nil
}

@Suite("Flow controller")
struct FlowControllerTests {
    @Test("lets a stream send what both its window and the connection's allow")
    func sendAllowance() {
        var flow = Flow()
        let (first, second) = (flow.stream(), flow.stream())
        #expect(flow.controller.sendAllowance(of: first) == 65_536)
        flow.controller.send(60_000, on: first)
        #expect(flow.controller.sendAllowance(of: first) == 5_536)
        #expect(flow.controller.sendAllowance(of: second) == 5_536, "the connection's window is shared")
        #expect(first.windows.send == 5_536 && second.windows.send == 65_536)
    }

    @Test("adopts the peer's windows for the connection, and for running and new streams")
    func adopt() {
        var flow = Flow()
        let running = flow.stream()
        flow.controller.send(65_536, on: running)
        flow.controller.adopt(Settings(initialStreamWindow: 70_000, connectionWindow: 200_000), for: [running])
        #expect(running.windows.send == 70_000 - 65_536)
        #expect(flow.controller.sendWindow == 200_000 - 65_536)
        #expect(flow.stream().windows.send == 70_000)
    }

    @Test("takes credit up to the largest window and rejects more")
    func largestWindow() {
        var flow = Flow()
        let stream = flow.stream()
        let room = FlowController.largestWindow - 65_536
        #expect(violation { () throws(WireViolation) in try flow.controller.increaseSendWindow(by: room) } == nil)
        #expect(flow.controller.sendWindow == FlowController.largestWindow)
        let connection = violation { () throws(WireViolation) in try flow.controller.increaseSendWindow(by: 1) }
        #expect(connection == WireViolation(.flowControl, "the credit of the connection is over its limit"))
        let controller = flow.controller
        #expect(
            violation { () throws(WireViolation) in try controller.increaseSendWindow(of: stream, by: room) } == nil
        )
        let over = violation { () throws(WireViolation) in try controller.increaseSendWindow(of: stream, by: 1) }
        #expect(over == WireViolation(.flowControl, "the credit of a stream is over its limit"))
    }

    @Test("rejects a byte beyond either window")
    func received() throws {
        var flow = Flow()
        let streams = (0..<3).map { _ in flow.stream() }
        try flow.receive(65_536, on: streams[0])
        let beyondStream = violation { () throws(WireViolation) in try flow.receive(1, on: streams[0]) }
        #expect(beyondStream == WireViolation(.flowControl, "message bytes without credit of the stream"))
        let beyondConnection = violation { () throws(WireViolation) in try flow.receiveOnClosedStream(131_072) }
        #expect(beyondConnection == WireViolation(.flowControl, "message bytes without credit of the connection"))
    }

    @Test("returns bytes to the connection as they come, whether or not anybody consumes them")
    func connectionWindow() throws {
        var flow = Flow()
        for _ in 0..<20 {
            try flow.receive(65_536, on: flow.stream())
            #expect(flow.updates() == [[0, 65_536]])
        }
        #expect(flow.controller.receiveWindow == 131_072 && flow.controller.receivedBytes == 20 * 65_536)
    }

    @Test("returns consumed bytes to their stream once they make up half a window")
    func windowUpdates() throws {
        var flow = Flow()
        let stream = flow.stream()
        try flow.receive(60_000, on: stream)
        #expect(flow.controller.receivedBytes == 60_000)
        flow.consume(32_767, on: stream)
        #expect(flow.updates() == [])
        flow.consume(1, on: stream)
        #expect(flow.updates() == [[1, 32_768]])
        #expect(stream.windows.receive == 65_536 - 60_000 + 32_768 && stream.windows.unacknowledged == 0)
        #expect(flow.controller.receivedBytes == 60_000 - 32_768)
    }

    @Test("counts no more as consumed than was delivered")
    func overconsumption() throws {
        var flow = Flow()
        let stream = flow.stream()
        try flow.receive(1_000, on: stream)
        flow.consume(.max, on: stream)
        flow.consume(.max, on: stream)
        #expect(stream.windows.unacknowledged == 1_000 && stream.windows.unconsumed == 0)
        #expect(flow.controller.unacknowledged == 1_000 && flow.controller.receivedBytes == 0)
    }

    @Test("returns nothing to a stream whose peer has ended, or that is cancelled")
    func endedStreams() throws {
        var flow = Flow()
        let (ended, cancelled) = (flow.stream(), flow.stream())
        for stream in [ended, cancelled] { try flow.receive(40_000, on: stream) }
        ended.phase.receive(end: true)
        _ = cancelled.phase.cancel()
        #expect(flow.updates() == [[0, 80_000]])
        flow.consume(40_000, on: ended)
        flow.consume(40_000, on: cancelled)
        #expect(flow.updates() == [] && flow.controller.receivedBytes == 0)
    }

    @Test("holds stream updates back while paused, and catches up")
    func pause() throws {
        var flow = Flow()
        let (full, partly) = (flow.stream(), flow.stream())
        flow.controller.pauseWindowUpdates()
        #expect(flow.controller.pausesWindowUpdates)
        try flow.receive(65_536, on: full)
        try flow.receive(20_000, on: partly)
        #expect(flow.updates() == [[0, 65_536]], "the connection's window goes on")
        flow.consume(65_536, on: full)
        flow.consume(20_000, on: partly)
        #expect(flow.updates() == [])
        flow.resume([full, partly])
        #expect(flow.updates() == [[1, 65_536]])
        #expect(!flow.controller.pausesWindowUpdates && partly.windows.unacknowledged == 20_000)
    }

    @Test("accepts on closed streams what the peer had credit for, and no more")
    func closedStreams() throws {
        var flow = Flow()
        let (open, ended) = (flow.stream(), flow.stream())
        try flow.receive(60_000, on: open)
        ended.phase.receive(end: true)
        flow.close(open)
        flow.close(ended)
        #expect(flow.controller.closedStreamCredit == 5_536, "a peer that has ended sends nothing more")
        #expect(flow.controller.receivedBytes == 0)
        try flow.receiveOnClosedStream(5_536)
        #expect(flow.updates() == [[0, 65_536]])
        let beyond = violation { () throws(WireViolation) in try flow.receiveOnClosedStream(1) }
        #expect(beyond == WireViolation(.flowControl, "message bytes without credit of a stream that is over"))
        flow.controller.rejectStream()
        #expect(flow.controller.closedStreamCredit == 65_536)
    }

    @Test("forgets streams with what they had stored when the connection fails")
    func failure() throws {
        var flow = Flow()
        for _ in 0..<13 { try flow.receivePart(1, of: 100_000, on: flow.stream()) }
        #expect(flow.controller.receivedBytes == 13 && flow.controller.overdraftWaiterCount > 0)
        flow.controller.removeStreams()
        #expect(flow.controller.receivedBytes == 0 && flow.controller.overdraftWaiterCount == 0)
    }
}

@Suite("Window overdraft")
struct WindowOverdraftTests {
    @Test("grants a message in parts what it lacks, and nothing to one that fits")
    func grant() throws {
        var flow = Flow()
        let (fitting, large) = (flow.stream(), flow.stream())
        try flow.receivePart(10, of: 60_000, on: fitting)
        #expect(flow.updates() == [] && flow.controller.windowOverdraft == 0)
        try flow.receivePart(10, of: 100_000, on: large)
        // The window has paid for the prefix and the first ten bytes; the prefix counts as consumed.
        #expect(flow.updates() == [[2, 100_000 - 10 - (65_536 - 14)]])
        #expect(large.windows.overdraft == 100_000 - 65_536 && large.windows.unacknowledged == 0)
        #expect(flow.controller.windowOverdraft == large.windows.overdraft)
        #expect(large.windows.receive == large.windows.missing)
    }

    @Test("is repaid as the message is consumed, ahead of new credit")
    func repay() throws {
        var flow = Flow()
        let stream = flow.stream()
        try flow.receivePart(10, of: 100_000, on: stream)
        try flow.receivePart(99_990, isLast: true, on: stream)
        #expect(stream.windows.unconsumed == 100_000 && stream.windows.receive == 0)
        _ = flow.updates()
        flow.consume(34_464, on: stream)
        #expect(flow.controller.windowOverdraft == 0 && stream.windows.unacknowledged == 0 && flow.updates() == [])
        flow.consume(65_536, on: stream)
        #expect(flow.updates() == [[1, 65_536]] && stream.windows.receive == 65_536)
        #expect(flow.controller.receivedBytes == 0)
    }

    @Test("waits in turn beyond its limit until others have repaid")
    func waiting() throws {
        var flow = Flow()
        let limit = flow.controller.overdraftLimit
        #expect(limit == 400_000)
        // Each takes 34,464 bytes beyond its window, so that eleven are granted.
        let streams = try (0..<14).map { _ in
            let stream = flow.stream()
            try flow.receivePart(0, of: 100_000, on: stream)
            return stream
        }
        #expect(flow.controller.overdraftWaiterCount == 3 && flow.controller.windowOverdraft <= limit)
        _ = flow.updates()
        flow.close(streams[0])
        #expect(flow.updates().map(\.first) == [12])
        // One that waits no more, as its message was discarded, takes no turn.
        flow.discardPartialMessage(on: streams[12])
        flow.discardPartialMessage(on: streams[1])
        #expect(flow.updates().map(\.first) == [14])
        #expect(flow.controller.overdraftWaiterCount == 0)
    }

    @Test("keeps a small request behind those that wait, so that none starves")
    func order() throws {
        var flow = Flow()
        let streams = (0..<13).map { _ in flow.stream() }
        for stream in streams.dropLast() { try flow.receivePart(0, of: 100_000, on: stream) }
        #expect(flow.controller.overdraftWaiterCount == 1)
        _ = flow.updates()
        try flow.receivePart(0, of: 65_537, on: streams[12])
        #expect(flow.updates() == [] && flow.controller.overdraftWaiterCount == 2)
        flow.close(streams[0])
        #expect(flow.updates().map(\.first) == [12, 13])
    }

    @Test("is given back with the stream, and with a message that is given up")
    func discard() throws {
        var flow = Flow()
        let (closed, cancelled) = (flow.stream(), flow.stream())
        for stream in [closed, cancelled] { try flow.receivePart(0, of: 100_000, on: stream) }
        #expect(flow.controller.windowOverdraft == 2 * 34_464 && flow.controller.receivedBytes == 0)
        flow.close(closed)
        flow.discardPartialMessage(on: cancelled)
        #expect(flow.controller.windowOverdraft == 0 && flow.controller.receivedBytes == 0)
    }

    @Test("is not needed for parts that do not add up", arguments: [(4, false), (5, false), (3, true), (5, true)])
    func wrongParts(length: Int, isLast: Bool) {
        var flow = Flow()
        let stream = flow.stream()
        let found = violation { () throws(WireViolation) in
            try flow.receivePart(length, of: 4, isLast: isLast, on: stream)
        }
        #expect(found == WireViolation(.protocolError, "the parts of a message do not add up to its length"))
    }
}
