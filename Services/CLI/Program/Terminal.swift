import Foundation
import Glibc

/// The terminal of the process, or a script's input in its place.
struct Terminal: Sendable {
    /// Whether a user can be prompted.
    let isPresent: Bool
    /// Prompts for a line; nil at the end of the input.
    let ask: @Sendable (_ prompt: String) -> String?
    /// Prompts for a secret without echo.
    let askSecret: @Sendable (_ prompt: String) throws -> String?
    /// Reads a line without a prompt.
    let readLine: @Sendable () -> String?
    /// Reads the whole input in chunks as they arrive.
    let input: @Sendable () -> AsyncStream<[UInt8]>

    /// The terminal or input of this process.
    static let standard = Terminal(
        isPresent: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
        ask: { prompt in
            TextSink.standardError.write(prompt)
            return Swift.readLine()
        },
        askSecret: { prompt in
            TextSink.standardError.write(prompt)
            return try SecretInput.read()
        },
        readLine: { Swift.readLine() },
        input: { StandardInput.pieces() }
    )
}

/// Reads a secret from the terminal without showing it.
private enum SecretInput {
    /// Reads the secret.
    /// - Throws: `CancellationError` after Ctrl-C.
    static func read() throws -> String? {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else { return Swift.readLine() }
        // Key by key and without signals, so that the terminal is restored in any case.
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            TextSink.standardError.write("\n")
        }
        return try collect()
    }

    private static func collect() throws -> String? {
        var typed: [UInt8] = []
        while true {
            var key: UInt8 = 0
            let count = Glibc.read(STDIN_FILENO, &key, 1)
            if count < 0 && errno == EINTR { continue }
            guard count == 1 else { return typed.isEmpty ? nil : String(decoding: typed, as: UTF8.self) }
            switch key {
            case 0x03: throw CancellationError()
            case 0x04 where typed.isEmpty: return nil
            case 0x0A, 0x0D: return String(decoding: typed, as: UTF8.self)
            case 0x08, 0x7F: typed = Array(String(decoding: typed, as: UTF8.self).dropLast().utf8)
            case 0x15: typed = []
            default: typed.append(key)
            }
        }
    }
}

/// Reads standard input in chunks as they arrive.
enum StandardInput {
    /// The chunks until the end of the input. Reading continues when the consumer stops, since it cannot be cancelled.
    static func pieces() -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            let thread = Thread {
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while true {
                    let count = Glibc.read(STDIN_FILENO, &buffer, buffer.count)
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else { return continuation.finish() }
                    continuation.yield(Array(buffer[..<count]))
                }
            }
            thread.start()
        }
    }
}
