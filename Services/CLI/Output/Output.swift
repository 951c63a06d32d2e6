import Glibc
import LarderClient
import MessageCoding
import NIOCore
import Synchronization

/// The destinations of a command's output.
struct Output: Sendable {
    /// Whether the output is JSON for programs.
    let isJSON: Bool
    /// Standard output, for results.
    let out: TextSink
    /// Standard error, for progress and errors.
    let error: TextSink

    init(isJSON: Bool, out: TextSink = .standardOutput, error: TextSink = .standardError) {
        self.isJSON = isJSON
        self.out = out
        self.error = error
    }

    /// Prints a message as one JSON document on one line.
    func json(_ message: some Message) throws {
        out.line(try Output.text(of: message))
    }

    /// A message as JSON on one line.
    static func text(of message: some Message) throws -> String {
        String(buffer: try MessageJSON.encode(message, includesDefaults: true))
    }

    /// Tells the user something beside the result, on standard error.
    func notice(_ sentence: String) {
        guard isJSON else { return error.line(TerminalText.clean(sentence)) }
        error.line(OutputDocument.line(of: NoticeDocument(notice: .init(message: sentence))))
    }

    private struct NoticeDocument: Encodable {
        struct Content: Encodable {
            var message: String
        }

        var notice: Content
    }
}

/// A destination of text: a terminal, a file or a pipe.
struct TextSink: Sendable {
    let isTerminal: Bool
    /// The terminal's width in columns; nil when it is not a terminal.
    let width: Int?
    let paint: Paint
    let write: @Sendable (String) -> Void
    /// The error number of a failed write; nil without failure or when the reader has closed the pipe.
    let failure: @Sendable () -> Int32?

    init(
        isTerminal: Bool,
        width: Int? = nil,
        usesColour: Bool = false,
        failure: @escaping @Sendable () -> Int32? = { nil },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.isTerminal = isTerminal
        self.width = width
        paint = Paint(isOn: usesColour)
        self.write = write
        self.failure = failure
    }

    /// Writes text and a line end.
    func line(_ text: String) { write(text + "\n") }

    static let standardOutput = TextSink(descriptor: STDOUT_FILENO)
    static let standardError = TextSink(descriptor: STDERR_FILENO)

    private init(descriptor: Int32) {
        let isTerminal = isatty(descriptor) == 1
        var size = winsize()
        let hasSize = isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let failure = FirstFailure()
        self.init(
            isTerminal: isTerminal,
            width: hasSize ? Int(size.ws_col) : nil,
            usesColour: isTerminal && TextSink.environmentAllowsColour,
            failure: { failure.number.withLock { $0 } }
        ) { text in
            var text = text
            text.withUTF8 { bytes in
                var rest = UnsafeRawBufferPointer(bytes)
                while !rest.isEmpty {
                    let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                    if count < 0 && errno == EINTR { continue }
                    if count <= 0 {
                        // The reader has closed the pipe, as "head" does when it has enough.
                        if errno != EPIPE { failure.note(errno) }
                        return
                    }
                    rest = .init(rebasing: rest[count...])
                }
            }
        }
    }

    private final class FirstFailure: Sendable {
        let number = Mutex<Int32?>(nil)

        func note(_ new: Int32) { number.withLock { $0 = $0 ?? new } }
    }

    /// Whether the environment allows colours; see https://no-color.org.
    private static var environmentAllowsColour: Bool {
        let isDisabled = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return !isDisabled && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false
    }
}

/// Applies colours and weights on terminals that support them.
struct Paint: Sendable {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    let isOn: Bool

    /// The text in a style, or unchanged.
    func callAsFunction(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
