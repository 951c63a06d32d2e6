import Foundation
import Logging
import NIOCore
import RPC
import RPCTestSupport
import Testing
import Wire

@testable import ServiceKit

@Suite("Log lines")
struct LineLogHandlerTests {
    private static let hostile = "a\"b\\c\nd\r\ne\tf\0g\u{1B}[31mh\u{85}i\u{2028}j\u{7F}k😀 ü"

    private func line(_ message: String, _ values: Logger.Metadata = [:], isJSON: Bool) -> String {
        var handler = LineLogHandler(label: "budget", level: .debug, isJSON: isJSON)
        handler.metadata = ["instance": "1"]
        return handler.line(
            LogEvent(
                level: .info,
                message: "\(message)",
                metadata: values,
                source: nil,
                file: #fileID,
                function: #function,
                line: #line
            )
        )
    }

    @Test("an event is one line of printable text, whatever is in it", arguments: [true, false])
    func oneLine(_ isJSON: Bool) {
        let line = line(Self.hostile, ["key": "\(Self.hostile)"], isJSON: isJSON)
        let breaking = line.unicodeScalars.filter {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        #expect(breaking.isEmpty)
    }

    @Test("a JSON line gives back what was logged")
    func json() throws {
        let line = line(Self.hostile, ["k\"\n": "\(Self.hostile)", "list": ["a", "b\n"]], isJSON: true)
        let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(fields["message"] == Self.hostile)
        #expect(fields["k\"\n"] == Self.hostile)
        #expect(fields["level"] == "info")
        #expect(fields["service"] == "budget")
        #expect(fields["instance"] == "1")
        #expect(fields["time"]?.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z?/) != nil)
    }

    @Test("numbers stay numbers")
    func numbers() throws {
        let line = line(
            "m",
            ["whole": .stringConvertible(7), "part": .stringConvertible(1.5), "text": "8"],
            isJSON: true
        )
        #expect(line.contains(#""whole":7"#) && line.contains(#""part":1.5"#) && line.contains(#""text":"8""#))
        let odd = self.line("m", ["odd": .stringConvertible(Double.nan)], isJSON: true)
        #expect(try JSONDecoder().decode([String: String].self, from: Data(odd.utf8))["odd"] == "nan")
    }

    @Test("a text that is too long for a line is cut off", arguments: [true, false])
    func longText(_ isJSON: Bool) {
        let line = line("m", ["long": "\(String(repeating: "\n", count: 100_000))"], isJSON: isJSON)
        #expect(line.utf8.count < 9_000)
        #expect(line.contains("…"))
    }

    @Test("metadata cannot take the place of the event's own fields")
    func reserved() throws {
        let line = line("real", ["message": "false", "level": "false"], isJSON: true)
        #expect(line.ranges(of: "\"message\":").count == 1)
        let fields = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(fields["message"] == "real")
        #expect(fields["message_"] == "false")
        #expect(fields["level"] == "info")
    }

    @Test("text for people has time, level, program, message and sorted metadata")
    func text() {
        let line = line("started", ["b": "2", "a": "1"], isJSON: false)
        #expect(line.hasSuffix(" info budget: started a=1 b=2 instance=1"))
    }

    @Test("an event's own metadata win over the program's, and its error over both")
    func precedence() throws {
        struct Bug: Error {}
        var handler = LineLogHandler(label: "budget", level: .debug, isJSON: true)
        handler[metadataKey: "instance"] = "1"
        handler[metadataKey: "error"] = "none"
        #expect(handler[metadataKey: "instance"] == "1")
        func fields(_ metadata: Logger.Metadata?, _ error: (any Error)?) throws -> [String: String] {
            let event = LogEvent(
                level: .warning,
                message: "m",
                error: error,
                metadata: metadata,
                source: nil,
                file: #fileID,
                function: #function,
                line: #line
            )
            return try JSONDecoder().decode([String: String].self, from: Data(handler.line(event).utf8))
        }
        let plain = try fields(nil, nil)
        #expect(plain["instance"] == "1" && plain["error"] == "none" && plain["level"] == "warning")
        let own = try fields(["instance": "2", "error": "x"], Bug())
        #expect(own["instance"] == "2" && own["error"] == "Bug()")
    }

    @Test("a text of the longest length is whole, and one more character is an ellipsis")
    func longest() throws {
        for (length, isWhole) in [(8_192, true), (8_193, false)] {
            let line = line(String(repeating: "x", count: length), isJSON: true)
            #expect(line.contains("…") != isWhole)
            #expect(line.contains("\"\(String(repeating: "x", count: 8_192))\(isWhole ? "" : "…")\""))
        }
    }
}

@Suite("The line of a call")
struct CallLogTests {
    private let lines = Recorder<String>()

    private func record(_ code: StatusCode) -> ServerCallRecord {
        ServerCallRecord(
            method: "larder.test.v1.Test/Do",
            code: code,
            duration: .microseconds(1_500),
            trace: TraceContext()
        )
    }

    private func line(_ record: ServerCallRecord) -> String {
        CallLog(log: RecordingLogHandler.logger(lines)).write(record)
        return lines.values.last ?? ""
    }

    private struct Bug: Error {}

    @Test("faults are errors, what is fine is for those who look closely, all else is news")
    func levels() {
        for code in StatusCode.allCases {
            let level =
                switch code {
                case .ok: "debug"
                case .internalError, .unknown, .dataLoss: "error"
                default: "info"
                }
            #expect(line(record(code)).hasPrefix("\(level) call code=\(code.name) "))
        }
    }

    @Test("a request that its caller has compressed wrongly is no fault of the service, whatever its code")
    func damaged() {
        var record = record(.internalError)
        record.reason = .damagedMessage
        #expect(line(record).hasPrefix("info call code=INTERNAL "))
        record.cause = Bug()
        #expect(line(record).hasPrefix("error call code=INTERNAL "))
    }

    @Test("the cause of a failure is logged, and makes it an error")
    func cause() {
        var record = record(.unavailable)
        record.reason = "DATABASE_UNAVAILABLE"
        record.cause = Bug()
        let line = line(record)
        #expect(line.hasPrefix("error call code=UNAVAILABLE error=Bug() "))
        #expect(line.contains(" reason=DATABASE_UNAVAILABLE "))
    }

    @Test(
        "calls whose lines nobody wants are not asked for",
        arguments: [Logger.Level.trace, .debug, .info, .error, .critical]
    )
    func wanted(_ level: Logger.Level) {
        var logger = RecordingLogHandler.logger(lines)
        logger.logLevel = level
        let log = CallLog(log: logger)
        #expect(log.wants(.ok) == (level <= .debug))
        #expect(log.wants(.notFound) == (level <= .info))
        #expect(log.wants(.internalError) == (level <= .error))
    }

    @Test("method, caller, times, sizes and trace are logged")
    func content() {
        var record = record(.ok)
        record.peerService = "ocr"
        record.remaining = .milliseconds(100)
        record.sentBytes = 7
        record.receivedBytes = 9
        let line = line(record)
        for part in [
            " method=larder.test.v1.Test/Do ", " peer=ocr ", " milliseconds=1.5 ", " remaining=100.0 ", " sent=7 ",
            " received=9 ", " trace=\(record.trace.traceID)", " span=\(record.trace.spanID) ",
        ] {
            #expect(line.contains(part), "\(part)")
        }
    }

    @Test("a call without deadline and peer says so, one that is late has less than nothing left")
    func absent() {
        #expect(!line(record(.ok)).contains("remaining="))
        #expect(line(record(.ok)).contains(" peer=client "))
        var late = record(.deadlineExceeded)
        late.remaining = .microseconds(-250)
        #expect(line(late).contains(" remaining=-0.25 "))
    }

    @Test("a method's name that a client made up is cut off")
    func longMethod() {
        var record = record(.unimplemented)
        record.method = String(repeating: "x", count: 5_000)
        #expect(line(record).utf8.count < 600)
    }
}

@Suite("The trace of work on a thing")
struct WorkTraceTests {
    @Test("has the thing's identifier, whichever process does it, and a step of its own each time")
    func identifier() throws {
        let thing = try #require(UUID(uuidString: "0AF76519-16CD-43DD-8448-EB211C80319C"))
        let steps = (0..<20).map { _ in TraceContext(workOn: thing) }
        #expect(steps.allSatisfy { $0.traceID == "0af7651916cd43dd8448eb211c80319c" })
        #expect(Set(steps.map(\.spanID)).count == 20)
        #expect(!TraceContext(workOn: UUID()).isSameTrace(as: steps[0]))
    }

    @Test("is a valid one for an identifier of zeros, too")
    func zeros() throws {
        let nothing = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        #expect(TraceContext(traceparent: TraceContext(workOn: nothing).traceparent) != nil)
    }
}
