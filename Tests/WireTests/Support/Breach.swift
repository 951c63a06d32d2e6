import NIOCore
import Testing

@testable import Wire

/// Frames that end the connection, and how.
struct Breach: Sendable, CustomTestStringConvertible {
    var name: String
    var role: ConnectionStateMachine.Role
    var code: ConnectionErrorCode
    var reason: String
    /// Sent to a side that has stream 1 open.
    var bytes: [UInt8]

    init(
        _ name: String,
        _ role: ConnectionStateMachine.Role = .server,
        _ code: ConnectionErrorCode = .protocolError,
        _ reason: String,
        _ bytes: [UInt8]
    ) {
        self.name = name
        self.role = role
        self.code = code
        self.reason = reason
        self.bytes = bytes
    }

    var testDescription: String { "\(name) to a \(role)" }

    static let unknownStream = "a frame names a stream that was never started"
    static let zero8 = [UInt8](repeating: 0, count: 8)

    static let frames: [Breach] = [
        Breach("stream id above 31 bits", reason: "a stream id is out of range", frame(2, 0, 0x8000_0001)),
        Breach("unknown stream id above 31 bits", reason: "a stream id is out of range", frame(200, 0, 0x8000_0001)),
        Breach("critical flag of MESSAGE", reason: "a frame has an unknown flag", frame(2, 0x08, 1)),
        Breach("critical flag of HALF_CLOSE", reason: "a frame has an unknown flag", frame(3, 0x01, 1)),
        Breach("critical flag of STATUS", .client, reason: "a frame has an unknown flag", frame(4, 0x02, 1)),
        Breach("second SETTINGS", reason: "a SETTINGS frame came twice", frame(.settings)),
        Breach("second SETTINGS", .client, reason: "a SETTINGS frame came twice", frame(.settings)),
        Breach("CALL", .client, reason: "a CALL frame came from the wrong side", frame(.call, [], 1, callPayload())),
        Breach("HALF_CLOSE", .client, reason: "a HALF_CLOSE frame came from the wrong side", frame(.halfClose, [], 1)),
        Breach("CANCEL", .client, reason: "a CANCEL frame came from the wrong side", frame(.cancel, [], 1, [1])),
        Breach("METADATA", reason: "a METADATA frame came from the wrong side", frame(.metadata, [], 1, [0])),
        Breach("STATUS", reason: "a STATUS frame came from the wrong side", frame(.status, [], 1, [0, 0, 0, 0])),
        Breach(
            "CALL again",
            reason: "a stream id is used again or out of order",
            frame(.call, [], 1, callPayload())
        ),
        Breach("CALL on 0", reason: "a stream id is used again or out of order", frame(.call, [], 0, callPayload())),
        Breach("template 65", reason: "a CALL frame names a template out of range", frame(.call, [], 2, [65, 0, 0])),
        Breach("no template", reason: "a CALL frame names a template out of range", frame(.call, [], 2)),
        Breach("template 3", reason: "a CALL frame names an unknown template", frame(.call, [], 2, [3, 0, 0])),
        Breach(
            "definition of 0",
            reason: "a CALL frame defines a template out of range",
            frame(.call, .define, 2, callPayload())
        ),
        Breach(
            "definition of 17",
            reason: "a CALL frame defines a template out of range",
            frame(.call, .define, 2, [17] + callPayload().dropFirst())
        ),
        Breach("no method", reason: "a CALL frame has no valid method", frame(.call, [], 2, callPayload(""))),
        Breach("blank method", reason: "a CALL frame has no valid method", frame(.call, [], 2, callPayload("a b"))),
        Breach("cut-off method", reason: "a CALL frame has no valid method", frame(.call, [], 2, [0, 5, 0x61])),
        Breach("CALL without metadata", reason: "metadata is cut off", frame(.call, [], 2, callPayload(metadata: []))),
        Breach(
            "CALL without time",
            reason: "a CALL frame is cut off",
            frame(.call, [], 2, callPayload(timeout: [0x80], metadata: []))
        ),
        Breach("MESSAGE on 0", reason: unknownStream, frame(.message, [], 0, [1])),
        Breach("MESSAGE on 2", reason: unknownStream, frame(.message, [], 2, [1])),
        Breach("HALF_CLOSE on 0", reason: unknownStream, frame(.halfClose)),
        Breach("CANCEL on 9", reason: unknownStream, frame(.cancel, [], 9, [1])),
        Breach("WINDOW on 9", reason: unknownStream, frame(.window, [], 9, [0, 0, 0, 1])),
        Breach("STATUS on 9", .client, reason: unknownStream, frame(.status, [], 9, [0, 0, 0, 0])),
        Breach("METADATA on 0", .client, reason: unknownStream, frame(.metadata, [], 0, [0])),
        Breach(
            "MESSAGE after the end",
            reason: "a message came after the end of its stream",
            frame(.message, .end, 1) + frame(.message, [], 1)
        ),
        Breach(
            "MESSAGE after HALF_CLOSE",
            reason: "a message came after the end of its stream",
            frame(.halfClose, [], 1) + frame(.message, [], 1, [1])
        ),
        Breach(
            "MESSAGE after CANCEL",
            reason: "a message came after the end of its stream",
            frame(.cancel, [], 1, [1]) + frame(.message, [], 1, [1])
        ),
        Breach(
            "HALF_CLOSE twice",
            reason: "a stream was ended twice or within a message",
            frame(.halfClose, [], 1) + frame(.halfClose, [], 1)
        ),
        Breach(
            "HALF_CLOSE within a message",
            reason: "a stream was ended twice or within a message",
            frame(.message, .more, 1, [0, 0, 0, 2, 1]) + frame(.halfClose, [], 1)
        ),
        Breach(
            "end in a part",
            reason: "a part that is not the last ends the stream",
            frame(.message, [.more, .end], 1, [0, 0, 0, 2, 1])
        ),
        Breach(
            "first part of 3 bytes",
            reason: "the first part of a message does not tell its length",
            frame(.message, .more, 1, [0, 0, 0])
        ),
        Breach(
            "part with the whole message",
            reason: "the parts of a message do not add up to its length",
            frame(.message, .more, 1, [0, 0, 0, 1, 1])
        ),
        Breach(
            "parts of nothing",
            reason: "the parts of a message do not add up to its length",
            frame(.message, .more, 1, [0, 0, 0, 0])
        ),
        Breach(
            "last part too short",
            reason: "the parts of a message do not add up to its length",
            frame(.message, .more, 1, [0, 0, 0, 3, 1]) + frame(.message, [], 1, [2])
        ),
        Breach(
            "last part too long",
            reason: "the parts of a message do not add up to its length",
            frame(.message, .more, 1, [0, 0, 0, 3, 1]) + frame(.message, [], 1, [2, 3, 4])
        ),
        Breach("WINDOW of 0", reason: "a WINDOW frame gives no valid credit", frame(.window, [], 1, [0, 0, 0, 0])),
        Breach(
            "WINDOW of 0 for all",
            .client,
            reason: "a WINDOW frame gives no valid credit",
            frame(.window, [], 0, [0, 0, 0, 0])
        ),
        Breach(
            "WINDOW of 2^31",
            reason: "a WINDOW frame gives no valid credit",
            frame(.window, [], 1, [0x80, 0, 0, 0])
        ),
        Breach("WINDOW of 3 bytes", reason: "a WINDOW frame gives no valid credit", frame(.window, [], 1, [0, 0, 1])),
        Breach(
            "credit over 2^31 for all",
            .server,
            .flowControl,
            "the credit of the connection is over its limit",
            frame(.window, [], 0, [0x7F, 0xFF, 0xFF, 0xFF])
        ),
        Breach(
            "credit over 2^31",
            .client,
            .flowControl,
            "the credit of a stream is over its limit",
            frame(.window, [], 1, [0x7F, 0xFF, 0xFF, 0xFF])
        ),
        Breach("PING on 1", reason: "a frame of the connection names a stream", frame(.ping, [], 1, zero8)),
        Breach("GOAWAY on 1", reason: "a frame of the connection names a stream", frame(.goAway, [], 1, zero8)),
        Breach(
            "PING of 7 bytes",
            reason: "a PING frame is not eight bytes long",
            frame(.ping, [], 0, [0, 0, 0, 0, 0, 0, 0])
        ),
        Breach("GOAWAY of 4 bytes", reason: "a GOAWAY frame is cut off", frame(.goAway, [], 0, [0, 0, 0, 0])),
        Breach("CANCEL of no byte", reason: "a CANCEL frame is cut off", frame(.cancel, [], 1)),
        Breach(
            "GOAWAY with a later stream",
            .client,
            reason: "a second GOAWAY frame names a later stream",
            frame(.goAway, [], 0, [0, 0, 0, 1, 0]) + frame(.goAway, [], 0, [0, 0, 0, 2, 0])
        ),
        Breach("STATUS cut off", .client, reason: "a STATUS frame is cut off", frame(.status, [], 1, [5, 9])),
        Breach("STATUS without metadata", .client, reason: "metadata is cut off", frame(.status, [], 1, [5, 0, 0])),
        Breach(
            "OK within a message",
            .client,
            reason: "a call ended with OK within a message",
            frame(.message, .more, 1, [0, 0, 0, 2, 1]) + frame(.status, [], 1, [0, 0, 0, 0])
        ),
        Breach(
            "METADATA twice",
            .client,
            reason: "a METADATA frame came twice or after a message",
            frame(.metadata, [], 1, [0]) + frame(.metadata, [], 1, [0])
        ),
        Breach(
            "METADATA after a message",
            .client,
            reason: "a METADATA frame came twice or after a message",
            frame(.message, [], 1, [1]) + frame(.metadata, [], 1, [0])
        ),
    ]

    private init(_ name: String, _ role: ConnectionStateMachine.Role = .server, reason: String, _ bytes: [UInt8]) {
        self.init(name, role, .protocolError, reason, bytes)
    }
}
