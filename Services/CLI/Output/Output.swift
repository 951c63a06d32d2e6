import Glibc
import LarderClient
import MessageCoding
import NIOCore
import Synchronization

/// Where a command writes.
struct Output: Sendable {
    /// Whether programs read it.
    let isJSON: Bool
    /// Results.
    let out: TextSink
    /// Progress and errors.
    let error: TextSink

    init(isJSON: Bool, out: TextSink = .standardOutput, error: TextSink = .standardError) {
        self.isJSON = isJSON
        self.out = out
        self.error = error
    }

    /// Prints a message as one JSON document on one line.
    func json(_ message: some Message) throws {
        out.line(String(buffer: try MessageJSON.encode(message, includesDefaults: true)))
    }
}

/// A place for text: a terminal, a file, a pipe.
struct TextSink: Sendable {
    let isTerminal: Bool
    /// Columns of the terminal; nil when it isn't one.
    let width: Int?
    let paint: Paint
    let write: @Sendable (String) -> Void
    /// Why something could not be written, an error number; nil when everything was, or the reader has gone away.
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

    /// Writes text and ends the line.
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
                        // Whoever read it has gone away, as "head" does when it has enough.
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

    /// See https://no-color.org.
    private static var environmentAllowsColour: Bool {
        let refuses = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return !refuses && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? false
    }
}

/// Colours and weights on terminals that want them.
struct Paint: Sendable {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    let isOn: Bool

    /// The text in a style, or as it is.
    func callAsFunction(_ text: String, _ style: Style?) -> String {
        guard isOn, let style, !text.isEmpty else { return text }
        return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }
}
