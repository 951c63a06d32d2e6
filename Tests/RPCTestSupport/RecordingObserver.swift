import NIOCore
package import RPC
package import Wire

/// Records what servers and channels report.
package struct RecordingObserver: RPCObserver {
    /// Something that happened to a call.
    package struct Event: Sendable, Hashable {
        package var method: String
        /// Nil for its start.
        package var code: StatusCode?
        package var sentBytes = 0
        package var receivedBytes = 0
    }

    /// Calls that servers were asked for.
    package let served = Recorder<Event>()
    /// What servers said of calls that ended.
    package let records = Recorder<ServerCallRecord>()
    /// Attempts that channels made.
    package let attempts = Recorder<Event>()
    /// Calls that channels made.
    package let calls = Recorder<Event>()
    /// What happened to connections, at either end.
    package let connections = Recorder<String>()
    /// Codes whose records are not wanted.
    private let unwanted: Set<StatusCode>

    /// Nothing has happened yet.
    package init(unwanted: Set<StatusCode> = []) { self.unwanted = unwanted }

    package func serverMethod(_ method: String, isKnown: Bool) -> (any ServerCallObserver)? {
        ServerSide(method: isKnown ? method : "other", observer: self)
    }

    package func serverConnections() -> (any ServerConnectionObserver)? { ServerConnections(observer: self) }

    package func client(target: String) -> (any ClientObserver)? { ClientSide(target: target, observer: self) }

    private final class ServerSide: ServerCallObserver {
        let method: String
        let observer: RecordingObserver

        init(method: String, observer: RecordingObserver) {
            self.method = method
            self.observer = observer
        }

        func started() { observer.served.record(Event(method: method)) }

        func ended(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int) {
            let event = Event(method: method, code: code, sentBytes: sentBytes, receivedBytes: receivedBytes)
            observer.served.record(event)
        }

        func wantsRecord(of code: StatusCode) -> Bool { !observer.unwanted.contains(code) }

        func record(_ record: ServerCallRecord) { observer.records.record(record) }
    }

    private final class ServerConnections: ServerConnectionObserver {
        let observer: RecordingObserver

        init(observer: RecordingObserver) { self.observer = observer }

        func opened() { observer.connections.record("accepted") }
        func ended() { observer.connections.record("accepted ended") }
        func rejected() { observer.connections.record("rejected") }
    }

    private final class ClientSide: ClientObserver {
        let target: String
        let observer: RecordingObserver

        init(target: String, observer: RecordingObserver) {
            self.target = target
            self.observer = observer
        }

        func method(_ method: String) -> any ClientCallObserver { ClientCalls(method: method, observer: observer) }
        func connectionOpened() { observer.connections.record("\(target) opened") }
        func connectionAttemptFailed() { observer.connections.record("\(target) failed") }
        func connectionEnded(_ cause: DisconnectCause) { observer.connections.record("\(target) ended") }
        func ejected(isEnforced: Bool) { observer.connections.record("\(target) ejected") }
    }

    private final class ClientCalls: ClientCallObserver {
        let method: String
        let observer: RecordingObserver

        init(method: String, observer: RecordingObserver) {
            self.method = method
            self.observer = observer
        }

        func attemptStarted() { observer.attempts.record(Event(method: method)) }

        func attemptEnded(_ code: StatusCode, duration: TimeAmount, sentBytes: Int, receivedBytes: Int) {
            let event = Event(method: method, code: code, sentBytes: sentBytes, receivedBytes: receivedBytes)
            observer.attempts.record(event)
        }

        func callEnded(_ code: StatusCode, duration: TimeAmount, repetition: RetryStatistics?) {
            observer.calls.record(Event(method: method, code: code))
        }
    }
}
