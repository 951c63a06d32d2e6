import Synchronization

/// Whether a message is compressed. Nothing is ever compressed for a receiver that cannot read it.
public enum MessageCompression: Sendable, Hashable {
    /// As it is.
    case off
    /// Where it pays: messages of at least this many bytes whose compressed form is smaller.
    case whenSmaller(atLeast: Int)
    /// Every message, even where the compressed form is larger; for tests and measurements.
    case always

    /// Below this many bytes the time costs more than the bytes that are saved.
    public static let worthwhileSize = 1_024

    /// Messages of at least ``worthwhileSize`` bytes whose compressed form is smaller.
    public static let automatic = MessageCompression.whenSmaller(atLeast: worthwhileSize)

    /// Whether a message of this size is tried.
    func applies(to size: Int) -> Bool {
        switch self {
        case .off: false
        case .whenSmaller(let least): size >= least
        case .always: true
        }
    }
}

/// The compression of one call's responses, which its handler may change.
public final class ResponseCompression: Sendable {
    private let state: Mutex<MessageCompression>

    /// Begins with what the server is configured to do.
    public init(_ initial: MessageCompression) { state = Mutex(initial) }

    /// Holds for the messages that are sent from now on.
    public var choice: MessageCompression {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
