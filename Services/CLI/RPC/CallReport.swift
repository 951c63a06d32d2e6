import LarderClient
import NIOCore
import Synchronization

/// Counts a call's messages and optionally traces the call on standard error.
final class CallReport: Sendable {
    private struct State {
        var began = ContinuousClock.now
        var firstAnswer: ContinuousClock.Instant?
        var sent = (messages: 0, bytes: 0)
        var received = (messages: 0, bytes: 0)
    }

    private let isOn: Bool
    private let output: Output
    private let state = Mutex(State())

    init(isOn: Bool, output: Output) {
        self.isOn = isOn
        self.output = output
    }

    /// The number of responses received.
    var received: Int { state.withLock { $0.received.messages } }

    func begins(_ method: MethodDescriptor, on connection: RPCConnection, _ metadata: Metadata) {
        state.withLock { $0.began = .now }
        trace("Calling \(method.path) (\(method.kind)) on \(connection.name)")
        trace("Request metadata:", metadata)
    }

    func sent(_ bytes: Int) {
        state.withLock { state in
            state.sent.messages += 1
            state.sent.bytes += bytes
        }
    }

    func received(_ bytes: Int) {
        state.withLock { state in
            state.firstAnswer = state.firstAnswer ?? .now
            state.received.messages += 1
            state.received.bytes += bytes
        }
    }

    func answers(with metadata: Metadata) { trace("Response metadata:", metadata) }

    func ends(_ result: Result<Void, any Error>) {
        guard isOn else { return }
        switch result {
        case .success: trace("Status: OK")
        case .failure(let status as Status): trace(status)
        case .failure: trace("Status: none; the call was not made, or was cancelled by this program")
        }
        let state = state.withLock { $0 }
        trace(
            "Sent \(CallReport.count(state.sent)), received \(CallReport.count(state.received))"
                + (state.firstAnswer.map { ", the first after \(CallReport.time($0 - state.began))" } ?? "")
                + "; took \(CallReport.time(.now - state.began))"
        )
    }

    private func trace(_ status: Status) {
        trace("Status: \(status.code.name) (\(status.code.rawValue)) \(status.message)")
        if !status.reason.isEmpty { trace("  reason: \(status.reason)") }
        for violation in status.fieldViolations { trace("  field \(violation.field): \(violation.description)") }
        if let delay = status.retryDelay { trace("  retry after: \(CallReport.time(delay))") }
        trace("  from: \(status.isRemote ? "the server" : "this program")")
    }

    private func trace(_ title: String, _ metadata: Metadata) {
        guard isOn else { return }
        trace(metadata.isEmpty ? "\(title) none" : title)
        for entry in metadata.entries {
            switch entry.value {
            case .text where entry.name == MetadataName.authorization: trace("  \(entry.name): (not shown)")
            case .text(let text): trace("  \(entry.name): \(text)")
            case .binary(let bytes): trace("  \(entry.name): \(Base64Text.encode(bytes))")
            }
        }
    }

    private func trace(_ line: String) {
        guard isOn else { return }
        output.error.line(output.error.paint(TerminalText.clean(line), .dim))
    }

    private static func count(_ counted: (messages: Int, bytes: Int)) -> String {
        "\(counted.messages) message\(counted.messages == 1 ? "" : "s") of \(SizeText.text(Int64(counted.bytes)))"
    }

    /// The duration, such as `1.25 ms`.
    static func time(_ duration: Duration) -> String {
        let microseconds = Int64(duration / .microseconds(1))
        if microseconds < 1_000_000 {
            return DecimalNumber.text(microseconds / 10, decimals: 2, keepsZeros: true) + " ms"
        }
        return DecimalNumber.text(microseconds / 10_000, decimals: 2, keepsZeros: true) + " s"
    }
}
