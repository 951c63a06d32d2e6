import ConcurrencyTestSupport
import Logging

/// Captures every log line at every level.
private struct CapturingLogHandler: LogHandler {
    let lines: Recorder<String>
    var logLevel: Logger.Level = .trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.record("\(event.message) \(metadata.merging(event.metadata ?? [:]) { $1 })")
    }
}

extension Logger {
    /// A log whose lines of every level are recorded.
    static func capturing(in lines: Recorder<String>) -> Logger {
        Logger(label: "auth") { _ in CapturingLogHandler(lines: lines) }
    }
}
