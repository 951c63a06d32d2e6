import Foundation
import Synchronization
import UnixSignals

/// Whether the user has asked the program to stop: with Ctrl-C, with SIGTERM, or by closing its terminal.
package final class StopSignal: Sendable {
    private struct State {
        var isReceived = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Traps the signals from now on. SIGHUP stays ignored where it is, as under `nohup`.
    package init() async {
        let signals =
            StopSignal.ignoresHangup
            ? await UnixSignalsSequence(trapping: .sigint, .sigterm)
            : await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
        Task { for await _ in signals { self.receive() } }
    }

    /// Whether this process was started with SIGHUP ignored.
    private static var ignoresHangup: Bool {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("SigIgn:") }),
            let signals = UInt64(line.dropFirst("SigIgn:".count).filter { !$0.isWhitespace }, radix: 16)
        else { return false }
        return signals & 1 << UInt64(SIGHUP - 1) != 0
    }

    /// Whether one of the signals has come.
    package var isReceived: Bool { state.withLock { $0.isReceived } }

    /// Returns once one of the signals has come.
    package func wait() async {
        await withCheckedContinuation { continuation in
            let isReceived = state.withLock { state in
                if !state.isReceived { state.waiters.append(continuation) }
                return state.isReceived
            }
            if isReceived { continuation.resume() }
        }
    }

    /// Runs work that is cancelled when one of the signals comes.
    package func cancelling<Result: Sendable>(
        _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        let work = Task { try await body() }
        let waiting = Task {
            await wait()
            work.cancel()
        }
        // Ends with the program, if no signal comes before.
        defer { waiting.cancel() }
        return try await work.value
    }

    private func receive() {
        let waiters = state.withLock { state in
            state.isReceived = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
