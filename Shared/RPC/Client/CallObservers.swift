import Synchronization

/// The observers of a channel's methods, each requested once.
final class CallObservers: Sendable {
    private let channel: any ClientObserver
    private let methods = Mutex<[String: any ClientCallObserver]>([:])

    init(_ channel: any ClientObserver) { self.channel = channel }

    func observer(of method: String) -> any ClientCallObserver {
        methods.withLock { methods in
            if let known = methods[method] { return known }
            let new = channel.method(method)
            methods[method] = new
            return new
        }
    }
}
