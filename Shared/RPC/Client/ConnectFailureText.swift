import Glibc
import NIOCore
import NIOPosix

/// Why a connection could not be made, for the people who run things: what NIO's errors say in a few words.
enum ConnectFailureText {
    static func text(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let first = error.connectionErrors.first { return text(first.error) }
            return "the name \(error.host) cannot be resolved"
        case let error as IOError: return String(cString: strerror(error.errnoCode)).lowercased()
        case ChannelError.connectTimeout: return "the connection attempt timed out"
        default: return "\(error)"
        }
    }
}
