import NIOCore
import Wire

/// One side of a connection under watch. Whatever its peer sends and its application does, it must
/// - tell events in an order that makes sense and nothing after a breach,
/// - send only frames that an honest peer takes, within the credit and the limits it was told,
/// - grant no more credit than its limits allow, and hold no more memory.
///
/// What is checked comes from the protocol's page, not from the machine.
final class Probe {
    typealias Event = ConnectionStateMachine.Event

    /// What is known of a call.
    struct Call {
        // What the machine told.
        var isTold = false
        var isRemoteEnded = false
        var isOver = false
        var hasMetadata = false
        var hasMessage = false
        // What the machine sent.
        var sentCall = false
        var sendsNoMessages = false
        var sendsNothing = false
        var sentMetadata = false
        var sentMessage = false
        /// Bytes of a message in parts that are still to be sent.
        var partLeft: Int?
        // Credit.
        var bytesSent = 0
        var creditGot = 0
        var bytesGot = 0
        var creditSent = 0
    }

    var machine: ConnectionStateMachine
    let role: ConnectionStateMachine.Role
    let local: Settings
    var remote = Settings.assumed
    var calls: [StreamID: Call] = [:]
    var connection = Call()
    /// The highest stream that the client has named.
    var lastCall: StreamID = 0
    var hasFailed = false
    var hasSettings = false
    var hasSentBreach = false
    var lastGoAway = StreamID.max
    var sentFrames = 0
    /// Bytes sent beside payloads of MESSAGE, CALL and METADATA, whose size the application decides.
    var sentOverhead = 0
    var now = NIODeadline.uptimeNanoseconds(0)
    /// Bounds of what may come out.
    private(set) var framesGot = 0
    private(set) var largestPiece = 0
    private var eventsTold = 0
    private(set) var actions = 0
    private var received: FrameSplitter
    var sent: FrameSplitter

    init(
        role: ConnectionStateMachine.Role,
        settings: Settings,
        frameRateLimits: FrameRateLimits = FrameRateLimits()
    ) {
        machine = ConnectionStateMachine(role: role, settings: settings, frameRateLimits: frameRateLimits)
        self.role = role
        local = settings
        received = FrameSplitter(hasPreface: role == .server)
        sent = FrameSplitter(hasPreface: role == .client)
    }

    /// Lets the application do something.
    func act<Result>(_ body: (inout ConnectionStateMachine) -> Result) -> Result {
        actions += 1
        return body(&machine)
    }

    /// Feeds bytes of the peer.
    /// - Parameter told: Called for every event, after it was checked.
    func feed(_ bytes: ByteBuffer, told: (Event) throws(FuzzFinding) -> Void) throws(FuzzFinding) {
        largestPiece = max(largestPiece, bytes.readableBytes)
        let frames = hasFailed ? [] : received.split(bytes)
        var copy = ByteBuffer(bytes: bytes.readableBytesView)
        machine.receive(&copy, now: now)
        framesGot += frames.count
        for frame in frames { got(frame) }
        try drain(told)
        try checkCreditSpentOnUs(frames)
        try checkMemory()
    }

    /// Takes all events.
    func drain(_ told: (Event) throws(FuzzFinding) -> Void) throws(FuzzFinding) {
        while let event = machine.nextEvent() {
            try check(event)
            try told(event)
            eventsTold += 1
            // A frame tells at most two things, but GOAWAY ends every call.
            let most = 2 + framesGot * 2 + actions * 2 + Int(lastCall)
            try expect(eventsTold <= most, "\(eventsTold) events of \(framesGot) frames and \(actions) actions")
        }
    }

    // MARK: Credit and limits that the peer told

    private func got(_ frame: WireFrame) {
        var payload = frame.payload
        switch frame.type {
        case .settings:
            while let (id, value) = payload.readMultipleIntegers(as: (UInt16, UInt32).self) { set(id, Int(value)) }
        case .window:
            guard let credit: UInt32 = payload.readInteger() else { return }
            if frame.stream == 0 {
                connection.creditGot += Int(credit)
            } else {
                calls[frame.stream, default: Call()].creditGot += Int(credit)
            }
        case .message:
            connection.bytesGot += frame.length
            calls[frame.stream, default: Call()].bytesGot += frame.length
        case .call: lastCall = max(lastCall, frame.stream)
        default: break
        }
    }

    /// What is below what is assumed is a breach, before which the assumed value held.
    private func set(_ id: UInt16, _ value: Int) {
        switch id {
        case 1: remote.maximumFrameSize = max(value, Settings.assumed.maximumFrameSize)
        case 2: remote.initialStreamWindow = max(value, Settings.assumed.initialStreamWindow)
        case 3: remote.connectionWindow = max(value, Settings.assumed.connectionWindow)
        case 6: remote.maximumMetadataSize = max(value, Settings.assumed.maximumMetadataSize)
        default: break
        }
    }

    /// The machine took what the peer sent, so there was credit for it.
    private func checkCreditSpentOnUs(_ frames: [WireFrame]) throws(FuzzFinding) {
        guard !hasFailed, frames.contains(where: { $0.type == .message }) else { return }
        // Credit may still be in the output; only taking the output shows it.
        guard !machine.hasOutput else { return }
        try expect(
            connection.bytesGot <= local.connectionWindow + connection.creditSent,
            "message bytes were taken without credit of the connection"
        )
    }

    // MARK: Events

    private func check(_ event: Event) throws(FuzzFinding) {
        try expect(!hasFailed, "\(event) follows a breach")
        switch event {
        case .settings:
            try expect(!hasSettings, "settings are told twice")
            hasSettings = true
        case .call(let stream, let header): try checkCall(stream, header)
        case .metadata(let stream, _):
            try live(stream, "metadata") { call throws(FuzzFinding) in
                try expect(self.role == .client && !call.hasMetadata && !call.hasMessage, "metadata out of place")
                call.hasMetadata = true
            }
        case .message(let stream, let bytes, _, let end):
            try expect(bytes.readableBytes <= local.maximumMessageSize, "a message over the limit is told")
            try live(stream, "a message") { call throws(FuzzFinding) in
                try expect(!call.isRemoteEnded, "a message follows the last one")
                call.hasMessage = true
                call.isRemoteEnded = end
            }
        case .halfClose(let stream):
            try live(stream, "a half-close") { call throws(FuzzFinding) in
                try expect(self.role == .server && !call.isRemoteEnded, "an end follows the last message")
                call.isRemoteEnded = true
            }
        case .status(let stream, _):
            try live(stream, "a status") { call throws(FuzzFinding) in
                try expect(self.role == .client, "a server is told a status")
                call.isOver = true
            }
        case .cancelled(let stream, let code):
            try live(stream, "a cancellation") { call throws(FuzzFinding) in
                try expect(self.role == .server && code != .ok, "a cancellation out of place")
                call.isOver = true
            }
        case .writable(let stream): try expect(calls[stream]?.isTold == true, "an unknown stream is writable")
        case .pingAcknowledged: break
        case .goAway(_, let code, _):
            guard code != .none else { return }
            hasFailed = true
            try expect(machine.hasFailed && machine.runningStreams == 0, "calls outlive a breach that the peer told")
        case .violation:
            hasFailed = true
            try expect(machine.hasFailed && machine.runningStreams == 0, "calls outlive a breach")
        }
    }

    private func checkCall(_ stream: StreamID, _ header: CallHeader) throws(FuzzFinding) {
        try expect(role == .server, "a client is told a call")
        let isNew = calls.allSatisfy { $0.key < stream || !$0.value.isTold }
        try expect(isNew, "a stream starts twice or out of order")
        try expect(CallTemplate.isValid(method: header.template.method), "a call has an invalid method")
        try expect(header.metadataByteCount <= local.maximumMetadataSize, "metadata over the limit is told")
        try expect(machine.runningStreams <= local.maximumConcurrentStreams, "more calls run than allowed")
        calls[stream, default: Call()].isTold = true
    }

    /// A client's call has started.
    func started(_ stream: StreamID) {
        lastCall = stream
        calls[stream, default: Call()].isTold = true
    }

    /// The application has given a call up, after which nothing is told of it.
    func gaveUp(_ stream: StreamID) { calls[stream]?.isOver = true }

    private func live(
        _ stream: StreamID,
        _ what: String,
        _ body: (inout Call) throws(FuzzFinding) -> Void
    ) throws(FuzzFinding) {
        guard var call = calls[stream], call.isTold, !call.isOver else {
            throw FuzzFinding("\(what) is told of stream \(stream), which does not run")
        }
        try body(&call)
        calls[stream] = call
    }

    // MARK: Memory

    /// A frame that is not whole, and of each call no more than its window and what was lent to it.
    private func checkMemory() throws(FuzzFinding) {
        let largestFrame = max(local.maximumFrameSize, local.maximumMetadataSize + 16_384) + 9
        let cut = machine.partialFrameBytes
        try expect(cut <= 2 * (largestFrame + largestPiece) + 4_096, "\(cut) bytes are held of a frame that is cut")
        let loans = max(4 * local.maximumMessageSize, local.connectionWindow)
        let messages = machine.runningStreams * local.initialStreamWindow + loans
        // Buffers grow by doubling.
        let bound = 2 * (largestFrame + largestPiece + messages) + 4_096
        let held = machine.receiveBufferBytes
        try expect(held <= bound, "\(held) bytes are held, more than \(bound)")
        let got = connection.bytesGot + largestFrame + largestPiece
        try expect(held <= 2 * got + 4_096 + 64 * machine.runningStreams, "\(held) bytes are held of \(got) that came")
    }
}
