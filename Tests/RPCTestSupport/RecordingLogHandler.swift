package import ConcurrencyTestSupport
package import Logging

/// Keeps log lines for tests to look at.
package struct RecordingLogHandler: LogHandler {
    private let lines: Recorder<String>
    package var logLevel = Logger.Level.debug
    package var metadata: Logger.Metadata = [:]

    /// A logger whose lines, with their metadata, end up in `lines`.
    package static func logger(_ lines: Recorder<String>) -> Logger {
        Logger(label: "test") { _ in RecordingLogHandler(lines: lines) }
    }

    private init(lines: Recorder<String>) { self.lines = lines }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        lines.record("\(event.level) \(event.message) \(values)")
    }
}
