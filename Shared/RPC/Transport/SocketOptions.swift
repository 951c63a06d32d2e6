import Glibc
import NIOCore

/// Options of the sockets that carry connections.
enum SocketLimits {
    /// Sets how many bytes a socket takes beyond what the network carries at present.
    ///
    /// What is behind them waits where a small message can still overtake it. A socket's buffer of several megabytes would
    /// be in the way of everything else on the connection for as long as a slow network takes to carry it.
    static let unsentOption = ChannelOptions.Types.SocketOption(
        level: .tcp,
        name: NIOBSDSocket.Option(rawValue: TCP_NOTSENT_LOWAT)
    )
    /// The limit in bytes.
    static let unsentBytes: ChannelOptions.Types.SocketOption.Value = 65_536
}
