import Foundation
package import Logging
import Synchronization

/// Writes one line an event to the standard error output: a JSON object for machines or text for people.
package struct LineLogHandler: LogHandler {
    private let label: String
    private let isJSON: Bool
    /// The least severe level that is written.
    package var logLevel: Logger.Level
    /// Metadata that every line carries.
    package var metadata: Logger.Metadata = [:]

    /// Makes a handler.
    package init(label: String, level: Logger.Level, isJSON: Bool) {
        self.label = label
        logLevel = level
        self.isJSON = isJSON
    }

    /// One value of the metadata that every line carries.
    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an event as one line.
    package func log(event: LogEvent) {
        let bytes = Data((line(event) + "\n").utf8)
        // A long line into a pipe leaves in parts, between which no other may come.
        LineLogHandler.output.withLock { _ in
            // A log that cannot be written is no reason to stop serving.
            try? FileHandle.standardError.write(contentsOf: bytes)
        }
    }

    private static let output = Mutex<Void>(())

    /// The event without the line's end.
    func line(_ event: LogEvent) -> String {
        var values = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { values["error"] = "\(error)" }
        return isJSON ? json(event, values) : text(event, values)
    }

    private func json(_ event: LogEvent, _ values: Logger.Metadata) -> String {
        var fields: [(String, String)] = [
            ("time", LineLogHandler.quoted(LineLogHandler.timestamp())),
            ("level", LineLogHandler.quoted(event.level.rawValue)), ("service", LineLogHandler.quoted(label)),
            ("message", LineLogHandler.quoted("\(event.message)")),
        ]
        let taken = Set(fields.map(\.0))
        fields += values.sorted { $0.key < $1.key }.map {
            (taken.contains($0.key) ? "\($0.key)_" : $0.key, LineLogHandler.json($0.value))
        }
        return "{" + fields.map { "\(LineLogHandler.quoted($0)):\($1)" }.joined(separator: ",") + "}"
    }

    /// A value: a number when it is one, text otherwise.
    private static func json(_ value: Logger.MetadataValue) -> String {
        if case .stringConvertible(let number) = value {
            if let whole = number as? Int { return "\(whole)" }
            if let number = number as? Double, number.isFinite { return "\(number)" }
        }
        return quoted("\(value)")
    }

    private func text(_ event: LogEvent, _ values: Logger.Metadata) -> String {
        let pairs = values.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return LineLogHandler.escaped(
            "\(LineLogHandler.timestamp()) \(event.level.rawValue) \(label): \(event.message)\(pairs)"
        )
    }

    private static func timestamp() -> String {
        Date.now.formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    }

    private static func quoted(_ text: String) -> String {
        "\"" + escaped(text, also: ["\"", "\\"]) + "\""
    }

    /// What is longer ends in an ellipsis: a log is read line by line.
    private static let longestText = 8_192

    /// Text whose control characters and line breaks are escaped as in JSON, so that an event is always one line.
    private static func escaped(_ text: String, also others: Set<Unicode.Scalar> = []) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            guard result.utf8.count < longestText else { return result + "…" }
            switch scalar.properties.generalCategory {
            case _ where others.contains(scalar): result += "\\\(scalar)"
            case _ where scalar == "\n": result += "\\n"
            case .control, .lineSeparator, .paragraphSeparator:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
