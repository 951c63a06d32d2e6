package import Logging
import Synchronization

/// Collects what happens, and lets tests wait for it.
package final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiters: [(condition: @Sendable ([Value]) -> Bool, continuation: CheckedContinuation<[Value], Never>)] = []
    }

    private let state = Mutex(State())

    /// Nothing has happened yet.
    package init() {}

    /// Something happened.
    package func record(_ value: Value) {
        let (values, met) = state.withLock { state in
            state.values.append(value)
            let values = state.values
            let met = state.waiters.filter { $0.condition(values) }
            state.waiters.removeAll { $0.condition(values) }
            return (values, met)
        }
        met.forEach { $0.continuation.resume(returning: values) }
    }

    /// What has happened so far.
    package var values: [Value] { state.withLock { $0.values } }

    /// How much has happened so far.
    package var count: Int { state.withLock { $0.values.count } }

    /// Returns as soon as a condition on all that happened holds.
    @discardableResult
    package func wait(until condition: @escaping @Sendable ([Value]) -> Bool) async -> [Value] {
        await withCheckedContinuation { continuation in
            let values: [Value]? = state.withLock { state in
                if condition(state.values) { return state.values }
                state.waiters.append((condition, continuation))
                return nil
            }
            if let values { continuation.resume(returning: values) }
        }
    }

    /// Returns as soon as this much has happened.
    @discardableResult
    package func wait(forCount count: Int) async -> [Value] {
        await wait { $0.count >= count }
    }
}

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
