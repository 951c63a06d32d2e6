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
    private var keepers: [any GateKeeper] = []
    /// Calls of connections without a certificate that are refused cost them something. A service's carries the calls of
    /// many, for which it must not be closed.
    private(set) var paysForRefusals = true
    /// What the peer has tried to call and may not.
    private var refusedServices: Set<String> = []

    init(_ load: ServerLoad, loop: any EventLoop) {
        self.load = load
        ending = ConnectionEnding(load.life)
        probe = load.probe(of: loop)
        account = ByteAccount(load.bytes)
    }

    func opened(_ connection: Connection, peer: Peer) {
        self.peer = peer
        peerCalls = load.calls(of: peer)
        keepers = load.gates.map { $0.keeper(for: peer) }
        paysForRefusals = peer.service == nil
        connection.withMachine { $0.outOfMemoryStatus = Status.overloaded.wire.processed }
        ending.opened(connection)
    }

    func closed() {
        isClosed = true
        ending.closed()
        account.close()
        releasePeer()
    }

    // MARK: Calls

    /// What holds for all calls that name a template.
    func rules(for method: MethodDescriptor?, _ template: CallTemplate) -> TemplateRules {
        TemplateRules(
            gates: GateRow(keepers, method: method, template),
            isExempt: method.map { ServerLimits.operationalServices.contains($0.service) } ?? false,
            isBackground: method?.path == HealthWatch.method,
            refusal: method.flatMap { refusalOfCaller($0.service) }
        )
    }

    /// Why a call that comes is refused before anything else is done for it; nil when it is not.
    func refusal(_ rules: TemplateRules) -> Status? {
        if !rules.isBackground { ending.startedCalls &+= 1 }
        if let refusal = rules.refusal { return refusal }
        guard !rules.isExempt else { return nil }
        return load.bytes.isOver || probe?.admits() == false ? .overloaded : nil
    }

    private func refusalOfCaller(_ service: String) -> Status? {
        guard !load.callers.isEmpty, !load.callers.allows(peer.service, toCall: service) else { return nil }
        // Once: a client can name any number of templates.
        guard refusedServices.insert(service).inserted else {
            return CallerRules.refusal(of: peer.service, calling: service)
        }
        load.log.notice(
            "caller refused",
            metadata: [
                "service": "\(service)", "caller": "\(peer.service ?? "none")", "address": "\(peer.address ?? "")",
            ]
        )
        return CallerRules.refusal(of: peer.service, calling: service)
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
            machine.remainingBudget = spare
            guard isOver, !machine.pausesWindowUpdates else { return }
            machine.pausesWindowUpdates = true
            load.bytes.whenBelow { [weak connection] in
                guard let connection else { return }
                connection.loop.execute { connection.withMachine { $0.pausesWindowUpdates = false } }
            }
        }
    }

    /// After bytes were taken from the network or given to it.
    func didMove(stored: Int) { if !isClosed { account.update(stored: stored) } }
}

/// What a server has found out about the calls that name one template.
struct TemplateRules {
    let gates: GateRow
    /// Whether it is about the server itself, which must answer most of all when it has too much to do.
    let isExempt: Bool
    /// Whether its calls keep no connection from being idle.
    let isBackground: Bool
    /// What the caller is told that may not call the service at all.
    let refusal: Status?
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
