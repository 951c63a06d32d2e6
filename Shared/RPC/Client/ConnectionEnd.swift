import Glibc
import NIOCore
import NIOPosix

/// Why a connection takes no more calls.
struct ConnectionEnd: Sendable {
    /// For operators.
    let reason: String
    let cause: Cause

    enum Cause: Sendable {
        /// The server said that it goes away.
        case goAway
        /// The server has had too many pings or other frames without use.
        case excessiveLoad
        /// The server no longer answers.
        case unanswered
        /// This side does not need it any more.
        case notNeeded
        /// The peer or the network ended it.
        case lost
    }

    /// As observers name it.
    var observed: DisconnectCause {
        switch cause {
        case .goAway, .excessiveLoad: .goAway
        case .unanswered: .timedOut
        case .notNeeded: .shutdown
        case .lost: .reset
        }
    }
}

/// Callbacks of a client connection to the subchannel that owns it.
struct ConnectionEvents: Sendable {
    /// Decides when ``failing`` is called; nil for never.
    var outliers: OutlierDetection?
    /// Calls that wait for room on a connection.
    var queue: CallQueue
    /// Whether calls from the queue may go over the connection.
    var takesQueuedCalls: @Sendable (ClientConnection) -> Bool
    /// The connection accepts no more calls. Called once.
    var ended: @Sendable (ClientConnection, ConnectionEnd) -> Void
    /// Consecutive calls have failed.
    var failing: @Sendable () -> Void
}

/// Describes connection failures for operators, in a few words.
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
