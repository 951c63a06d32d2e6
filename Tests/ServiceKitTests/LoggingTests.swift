import Foundation
import Logging
import NIOCore
import Postgres
import RPC
import RPCTestSupport
import Testing

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
}

@Suite("The line of a call")
struct CallLogTests {
    private func line(_ context: CallContext = TestCall.context(), failing error: (any Error)?) async -> String {
        let lines = Recorder<String>()
        let log = CallLog(log: RecordingLogHandler.logger(lines))
        do {
            try await log.intercept(TestCall.method(.anyone), context) { _ in if let error { throw error } }
            #expect(error == nil)
        } catch let thrown {
            #expect("\(thrown)" == error.map { "\($0)" })
        }
        #expect(lines.count == 1)
        return lines.values[0]
    }

    private struct Bug: Error {}

    @Test("what the client is told is what is logged, faults as errors")
    func codes() async {
        let refused = await line(failing: Status(.notFound, "There is no such thing.", reason: "GONE"))
        #expect(refused.hasPrefix("info call code=NOT_FOUND "))
        #expect(refused.contains(" reason=GONE "))
        #expect(await line(failing: Status(.internalError, "x")).hasPrefix("error call code=INTERNAL "))
        #expect(await line(failing: Bug()).hasPrefix("error call code=INTERNAL "))
        let unreachable = await line(failing: PostgresError(.unavailable, "x"))
        #expect(unreachable.hasPrefix("info call code=UNAVAILABLE "))
        #expect(unreachable.contains(" reason=DATABASE_UNAVAILABLE "))
        #expect(await line(failing: nil).hasPrefix("debug call code=OK "))
    }

    @Test("a cancelled call is late when its time was up")
    func cancelled() async {
        #expect(await line(failing: CancellationError()).contains(" code=CANCELLED "))
        let late = TestCall.context(deadline: .now() - .seconds(1))
        let line = await line(late, failing: CancellationError())
        #expect(line.contains(" code=DEADLINE_EXCEEDED "))
        #expect(line.firstMatch(of: /remaining=-\d+\.\d{3}\b/) != nil)
    }

    @Test("method, caller, trace and the time that was left are told, and nothing of the user")
    func content() async {
        let context = TestCall.context(token: "Bearer secret", peer: "ocr", deadline: .now() + .seconds(100))
        let line = await line(context, failing: nil)
        #expect(line.contains(" method=larder.test.v1.Test/Do "))
        #expect(line.contains(" peer=ocr "))
        #expect(line.contains(" trace=\(context.trace.traceID)"))
        #expect(line.firstMatch(of: /remaining=\d+\.\d{3}\b/) != nil)
        #expect(!line.contains("secret"))
        let anonymous = await self.line(failing: nil)
        #expect(anonymous.contains(" peer=client "))
        #expect(anonymous.contains(" remaining=none "))
    }
}
