import Logging
import NIOCore
import Wire

/// What one connection takes of its server's limits, whom it may call, and how it ends.
///
/// Belongs to the event loop of the connection, which is what makes the unchecked conformance sound.
final class ConnectionShare: @unchecked Sendable {
    let ending: ConnectionEnding
    private let load: ServerLoad
    private let probe: LoopProbe?
    private var account: ByteAccount
    private var peer = Peer()
    private var peerCalls: PeerCalls?
    private var runningCalls = 0
    private var isClosed = false
    private var lastChecked: (service: String, isAllowed: Bool)?

    init(_ load: ServerLoad, loop: any EventLoop) {
        self.load = load
        ending = ConnectionEnding(load.life)
        probe = load.probe(of: loop)
        account = ByteAccount(load.bytes)
    }

    func opened(_ connection: Connection, peer: Peer) {
        self.peer = peer
        peerCalls = load.calls(of: peer)
        connection.withMachine { $0.noRoom = Status.overloaded.wire.processed }
        ending.opened(connection)
    }

    func closed() {
        isClosed = true
        ending.closed()
        account.close()
        releasePeer()
    }

    // MARK: Calls

    /// Why a call that comes is refused before anything else is done for it; nil when it is not.
    func refusal(of method: MethodDescriptor) -> Status? {
        ending.startedCalls &+= 1
        if !load.callers.isEmpty, !isAllowed(method.service) {
            return CallerRules.refusal(of: peer.service, calling: method.service)
        }
        if load.bytes.isOver { return .overloaded }
        if let probe, !probe.admits(), load.limits.shedding?.exemptServices.contains(method.service) == false {
            return .overloaded
        }
        return nil
    }

    private func isAllowed(_ service: String) -> Bool {
        if let lastChecked, lastChecked.service == service { return lastChecked.isAllowed }
        let isAllowed = load.callers.allows(peer.service, toCall: service)
        lastChecked = (service, isAllowed)
        if !isAllowed {
            load.log.notice(
                "caller refused",
                metadata: [
                    "service": "\(service)", "caller": "\(peer.service ?? "none")", "address": "\(peer.address ?? "")",
                ]
            )
        }
        return isAllowed
    }

    /// Whether a call may be served that takes no time.
    var hasRoom: Bool { load.hasRoom && peerCalls?.hasRoom(limit: load.limits.callsPerPeer) != false }

    /// Whether the handler of a call may run now; if so, tell its end with ``endCall()``.
    func admitCall() -> Bool {
        guard load.admitCall() else { return false }
        guard peerCalls?.admit(limit: load.limits.callsPerPeer) != false else {
            load.endCall()
            return false
        }
        runningCalls += 1
        return true
    }

    func endCall() {
        load.endCall()
        peerCalls?.end()
        runningCalls -= 1
        releasePeer()
    }

    /// The peer counts as such until its last handler has ended, however often it reconnects.
    private func releasePeer() {
        guard isClosed, runningCalls == 0, let calls = peerCalls else { return }
        peerCalls = nil
        load.release(calls)
    }

    // MARK: Bytes

    /// A request came, or is done with.
    func changeRequests(by bytes: Int) {
        account.changeRequests(by: bytes)
        if isClosed { account.update(stored: 0) }
    }

    /// Before bytes are taken from the network.
    func willReceive(_ connection: Connection) {
        let spare = load.bytes.spare
        let isOver = load.bytes.isOver
        connection.withMachine { machine in
            machine.spareBytes = spare
            guard isOver, !machine.withholdsCredit else { return }
            machine.setWithholdsCredit(true)
            load.bytes.whenBelow { [weak connection] in
                guard let connection else { return }
                connection.loop.execute { connection.withMachine { $0.setWithholdsCredit(false) } }
            }
        }
    }

    /// After bytes were taken from the network or given to it.
    func didMove(stored: Int) { if !isClosed { account.update(stored: stored) } }
}

extension Status {
    /// What calls are refused with that are too many.
    static let overloaded = Status(
        .resourceExhausted,
        "The service is busy. Please try again in a moment.",
        retryDelay: .seconds(1),
        reason: "OVERLOADED",
        isUnprocessed: true
    )
}

extension CallStatus {
    /// The same for a call that its handler may have seen.
    fileprivate var processed: CallStatus {
        var status = self
        status.isUnprocessed = false
        return status
    }
}
