import LarderClient
import Synchronization
import Texts

/// Displays a receipt's progress.
///
/// One updating line on a terminal, a line for each step elsewhere, nothing in JSON.
final class ReceiptProgressDisplay: Sendable {
    private let sink: TextSink
    private let isSilent: Bool
    private let state = Mutex(State())

    private struct State {
        var shown = ""
        var step = ""
        var isLineOpen = false
    }

    private static let barLength = 24

    init(_ output: Output) {
        sink = output.error
        isSilent = output.isJSON
    }

    /// Runs `body`; afterwards the cursor is on a new line in any case.
    func whileShown<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            endLine()
            throw error
        }
    }

    func show(_ upload: UploadProgress) {
        step(.cli.receiptSending, detail: SizeText.text(upload.totalBytes), percent: upload.percent)
    }

    func show(_ queued: OCR.UploadReceiptResponse) {
        let place =
            queued.ahead > 0 ? LocalizedText.cli.receiptAhead(ahead: "\(queued.ahead)") : .cli.receiptNextInQueue
        step(.cli.receiptQueueNumber(queued: "\(queued.queueNumber)"), detail: place.shown)
    }

    func show(_ progress: OCR.ReceiptProgress) {
        switch progress.state {
        case .reading: step(.cli.receiptReading, detail: "", percent: Int(progress.percent))
        case .parsing: step(.cli.receiptUnderstanding, detail: "")
        case .saving: step(.cli.receiptSaving, detail: "")
        case .done:
            step(.cli.receiptDone, detail: "")
            endLine()
        case .failed: endLine()
        // Its number was shown when it was sent.
        case .queued, .unspecified, .unrecognized: break
        }
    }

    private func step(_ text: LocalizedText, detail: String, percent: Int? = nil) {
        guard !isSilent else { return }
        let name = text.shown
        let text = [name, detail].filter { !$0.isEmpty }.joined(separator: ", ")
        let bar = percent.map { " " + ReceiptProgressDisplay.bar($0) } ?? ""
        state.withLock { state in
            let isNew = state.step != name
            state.step = name
            guard sink.isTerminal else {
                if isNew { sink.line(text) }
                return
            }
            guard state.shown != text + bar else { return }
            state.shown = text + bar
            state.isLineOpen = true
            // Returns to the start of the line and clears it.
            sink.write("\r\u{1B}[K" + text + sink.paint(bar, .green))
        }
    }

    private func endLine() {
        state.withLock { state in
            if state.isLineOpen { sink.write("\n") }
            state.isLineOpen = false
            state.shown = ""
        }
    }

    private static func bar(_ percent: Int) -> String {
        let percent = min(max(percent, 0), 100)
        let full = percent * barLength / 100
        return String(repeating: "█", count: full) + String(repeating: "░", count: barLength - full) + " \(percent) %"
    }
}
