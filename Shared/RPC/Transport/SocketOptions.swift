import Glibc
import NIOCore

extension ChannelOptions {
    /// Bytes that a socket takes beyond what the network carries at present.
    ///
    /// What is behind them waits where a small message can still overtake it. A socket's buffer of several megabytes would
    /// be in the way of everything else on the connection for as long as a slow network takes to carry it.
    static let unsentLimit: (option: SocketOption, value: SocketOptionValue) = (
        SocketOption(level: .tcp, name: SocketOptionName(TCP_NOTSENT_LOWAT)), 65_536
    )
}
