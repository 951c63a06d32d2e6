import Foundation
import Glibc

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
