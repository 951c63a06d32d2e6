import Logging
import NIOCore
import Wire

/// One connection's use of its server's limits, its admission and its shutdown.
///
/// Created on the connection's event loop and used there alone.
final class ConnectionQuota {
    let shutdown: GracefulShutdown
    private let load: ServerLoad
    private let probe: LoopProbe?
    private var peer = Peer()
    /// What the peer uses, and the connection's part of its bytes; nil before the connection is open.
    private var use: PeerUse?
    private var account: ByteAccount?
    private var runningCalls = 0
    private var isClosed = false
    private var admissions: [any ConnectionAdmission] = []
    /// Whether rejected calls are charged to the connection. A service's connection carries the calls of many users and must
    /// not be closed for them.
    private(set) var chargesForRejections = true
    /// Services that the peer has tried to call and may not.
    private var rejectedServices: Set<String> = []

    init(_ load: ServerLoad, loop: any EventLoop) {
        self.load = load
        shutdown = GracefulShutdown(load.life)
        probe = load.probe(of: loop)
    }

    func opened(_ connection: Connection, peer: Peer) {
        self.peer = peer
        let use = load.use(of: peer)
        self.use = use
        account = ByteAccount(load.bytes, of: use)
        admissions = load.admissionPolicies.map { $0.admission(for: peer) }
        chargesForRejections = peer.service == nil
        connection.withMachine {
            $0.outOfMemoryStatus = Status.overloaded.wire.processed
            if peer.service != nil, let limits = load.serviceFrameRateLimits { $0.setFrameRateLimits(limits) }
        }
        shutdown.opened(connection)
    }

    func closed() {
        isClosed = true
        shutdown.closed()
        account?.close()
        releasePeer()
    }

    // MARK: Calls

    /// The rules for all calls that name a template.
    func rules(for method: MethodDescriptor?, _ template: CallTemplate) -> TemplateRules {
        TemplateRules(
            admission: AdmissionChain(admissions, method: method, template),
            isExempt: method.map { OperationalServices.names.contains($0.service) } ?? false,
            isBackground: method?.path == OperationalServices.watchHealth,
            rejection: method.flatMap { rejectionOfCaller($0.service) }
        )
    }

    /// The status with which a new call is rejected at once; nil when it is not.
    func rejection(_ rules: TemplateRules) -> Status? {
        if !rules.isBackground { shutdown.startedCalls &+= 1 }
        if let rejection = rules.rejection { return rejection }
        guard !rules.isExempt else { return nil }
        return isOverItsBytes || probe?.admits() == false ? .overloaded : nil
    }

    private func rejectionOfCaller(_ service: String) -> Status? {
        guard !load.callers.isEmpty, !load.callers.allows(peer.service, toCall: service) else { return nil }
        // Once: a client can name any number of templates.
        guard rejectedServices.insert(service).inserted else {
            return CallerAllowlist.rejection(of: peer.service, calling: service)
        }
        load.log.notice(
            "caller rejected",
            metadata: [
                "service": "\(service)", "caller": "\(peer.service ?? "none")", "address": "\(peer.address ?? "")",
            ]
        )
        return CallerAllowlist.rejection(of: peer.service, calling: service)
    }

    /// Takes a place for a handler; if there is one, give it back with ``endCall()``.
    func admitCall() -> Bool {
        guard let use, load.admitCall(of: use) else { return false }
        runningCalls += 1
        return true
    }

    func endCall() {
        use.map(load.endCall)
        runningCalls -= 1
        releasePeer()
    }

    /// The peer counts as such until its last handler has ended, however often it reconnects.
    private func releasePeer() {
        guard isClosed, runningCalls == 0, let use = use.take() else { return }
        load.release(use)
    }

    // MARK: Bytes

    /// Whether the peer stores more than it may, see ``BytesInFlight``.
    private var isOverItsBytes: Bool { use.map(load.bytes.isOver) ?? false }

    /// Whether a response of this many bytes may be buffered. A little may on each connection.
    func admitsOutput(_ size: Int, on connection: Connection) -> Bool {
        guard let use, connection.outputBytes + size > ConnectionQuota.freeOutput else { return true }
        // One read can bring any number of calls, whose responses are written only after it.
        didMove(stored: connection.heldBytes)
        return load.bytes.admits(size, of: use)
    }

    /// Whether this many bytes more may be stored of what comes in.
    func admitsInput(_ size: Int) -> Bool { use.map { load.bytes.admits(size, of: $0) } ?? false }

    /// Output that a connection may have however much its peer stores.
    private static let freeOutput = 16_384

    /// A request was received, or released.
    func changeRequests(by bytes: Int) {
        account?.changeRequests(by: bytes)
        if isClosed { account?.update(stored: 0) }
    }

    /// Before bytes are taken from the network.
    func willReceive(_ connection: Connection) {
        guard let use else { return }
        let spare = load.bytes.spare(for: use)
        let isOver = load.bytes.isOver(use)
        connection.withMachine { machine in
            machine.remainingBudget = spare
            guard isOver, !machine.pausesWindowUpdates else { return }
            machine.pausesWindowUpdates = true
            let (loop, weak) = (connection.loop, connection.boundWeakly)
            load.bytes.whenBelow(use) {
                loop.execute { weak.value.connection?.withMachine { $0.pausesWindowUpdates = false } }
            }
        }
    }

    /// After bytes were taken from the network or given to it.
    func didMove(stored: Int) { if !isClosed { account?.update(stored: stored) } }
}

/// The rules for the calls that name one template.
struct TemplateRules {
    let admission: AdmissionChain
    /// Whether the method is operational, and so exempt from load limits.
    let isExempt: Bool
    /// Whether its calls are health watches, which do not keep a connection from being idle.
    let isBackground: Bool
    /// The status for a caller that may not call the service at all.
    let rejection: Status?
}

extension Status {
    /// The status of calls that are rejected for overload.
    static let overloaded = Status(
        .resourceExhausted,
        .rpc.busy,
        retryDelay: .seconds(1),
        reason: .overloaded,
        isUnprocessed: true
    )
}

extension CallStatus {
    /// The same status for a call that its handler may have seen.
    fileprivate var processed: CallStatus {
        var status = self
        status.isUnprocessed = false
        return status
    }
}
