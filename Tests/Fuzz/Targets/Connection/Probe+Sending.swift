import NIOCore
import Wire

extension Probe {
    /// Takes the next piece of output, checked frame by frame as an honest peer would.
    func takeOutput() throws(FuzzFinding) -> ByteBuffer? {
        guard let output = machine.takeOutput() else { return nil }
        for frame in sent.split(output) { try check(frame) }
        try checkVolume()
        return output
    }

    /// No peer gets out more than what it, and the application, put in.
    private func checkVolume() throws(FuzzFinding) {
        let causes = framesGot + actions
        try expect(
            sentFrames <= 8 + 4 * causes + connection.bytesSent / 8_192,
            "\(sentFrames) frames were sent for \(causes) causes"
        )
        try expect(sentOverhead <= 1_024 + 300 * causes, "\(sentOverhead) bytes were sent for \(causes) causes")
    }

    private func check(_ frame: WireFrame) throws(FuzzFinding) {
        sentFrames += 1
        try expect(!hasSentBreach, "a frame follows the GOAWAY of a breach")
        guard let type = frame.type else { throw FuzzFinding("a frame of an unknown type was sent") }
        try expect((type == .settings) == (sentFrames == 1), "SETTINGS is not the first frame, or came again")
        try expect(frame.length <= limit(of: type), "\(type) has \(frame.length) bytes")
        let isOfApplication = type == .message || type == .call || type == .metadata
        sentOverhead += isOfApplication ? 0 : 9 + frame.length
        switch type {
        case .settings, .ping, .goAway:
            try expect(frame.stream == 0, "\(type) names a stream")
            if type == .goAway { try checkGoAway(frame) }
        case .window where frame.stream == 0: try checkWindow(frame, of: &connection, loans: 0)
        case .call: try checkCall(frame)
        default:
            guard frame.stream > 0, frame.stream <= lastCall else {
                throw FuzzFinding("\(type) names stream \(frame.stream), which was never started")
            }
            var call = calls[frame.stream, default: Call()]
            try expect(!call.sendsNothing, "\(type) follows the end of stream \(frame.stream)")
            try check(type, frame, of: &call)
            calls[frame.stream] = call
        }
    }

    private func limit(of type: FrameType) -> Int {
        switch type {
        case .settings: 384
        case .message: remote.maximumFrameSize
        case .call, .status, .metadata: remote.maximumMetadataSize + 16_384
        case .halfClose: 0
        case .cancel: 1
        case .window: 4
        case .ping: 8
        case .goAway: 1_024
        }
    }

    private func check(_ type: FrameType, _ frame: WireFrame, of call: inout Call) throws(FuzzFinding) {
        switch (role, type) {
        case (_, .window): try checkWindow(frame, of: &call, loans: overdraftLimit)
        case (_, .message): try checkMessage(frame, of: &call)
        case (.client, .halfClose):
            try expect(!call.sendsNoMessages && call.partLeft == nil, "HALF_CLOSE out of place")
            call.sendsNoMessages = true
        case (.client, .cancel): call.sendsNothing = true
        case (.server, .metadata):
            try expect(!call.sentMetadata && !call.sentMessage, "METADATA out of place")
            call.sentMetadata = true
        case (.server, .status):
            try expect(frame.payload.readableBytesView.first != 0 || call.partLeft == nil, "OK within a message")
            call.sendsNothing = true
        default: throw FuzzFinding("a \(role) sent \(type)")
        }
    }

    private func checkCall(_ frame: WireFrame) throws(FuzzFinding) {
        try expect(role == .client && frame.stream > 0 && frame.stream <= lastCall, "CALL out of place")
        try expect(calls[frame.stream]?.sentCall != true, "a stream is started twice")
        calls[frame.stream, default: Call()].sentCall = true
    }

    private func checkMessage(_ frame: WireFrame, of call: inout Call) throws(FuzzFinding) {
        try expect(!call.sendsNoMessages, "MESSAGE follows the last one")
        call.sentMessage = true
        try checkParts(frame, of: &call)
        if frame.has(.end) {
            call.sendsNoMessages = true
            if role == .server { call.sendsNothing = true }
        }
        call.bytesSent += frame.length
        connection.bytesSent += frame.length
        let credit = remote.initialStreamWindow + call.creditGot
        try expect(call.bytesSent <= credit, "\(call.bytesSent) bytes were sent with credit of a stream for \(credit)")
        let all = remote.connectionWindow + connection.creditGot
        try expect(
            connection.bytesSent <= all,
            "\(connection.bytesSent) bytes were sent with credit of the connection for \(all)"
        )
    }

    private func checkParts(_ frame: WireFrame, of call: inout Call) throws(FuzzFinding) {
        let more = frame.has(.more)
        try expect(!(more && frame.has(.end)), "a part that is not the last ends the stream")
        var payload = frame.payload
        var left = call.partLeft
        if left == nil, more {
            guard let total: UInt32 = payload.readInteger() else { throw FuzzFinding("a first part without a length") }
            left = Int(total)
        }
        guard let known = left else { return }
        let rest = known - payload.readableBytes
        try expect(more ? rest > 0 : rest == 0, "the parts of a message do not add up")
        call.partLeft = more ? rest : nil
    }

    private func checkWindow(_ frame: WireFrame, of call: inout Call, loans: Int) throws(FuzzFinding) {
        var payload = frame.payload
        guard let credit: UInt32 = payload.readInteger(), credit > 0, credit <= 0x7FFF_FFFF else {
            throw FuzzFinding("WINDOW gives no valid credit")
        }
        call.creditSent += Int(credit)
        // Credit is given back for what came, or lent; never made up.
        try expect(call.creditSent <= call.bytesGot + loans, "more credit was given than came back")
    }

    private func checkGoAway(_ frame: WireFrame) throws(FuzzFinding) {
        var payload = frame.payload
        guard let (last, code) = payload.readMultipleIntegers(as: (UInt32, UInt8).self) else {
            throw FuzzFinding("GOAWAY is cut off")
        }
        try expect(last <= lastCall, "GOAWAY names a stream that was never started")
        try expect(last <= lastGoAway, "a second GOAWAY names a later stream")
        lastGoAway = last
        hasSentBreach = code != 0
    }

    private var overdraftLimit: Int { max(4 * local.maximumMessageSize, local.connectionWindow) }
}
