import CPostgres
import Foundations
import Glibc
import Synchronization

/// Reports when sockets are ready, on one thread for the whole process.
///
/// libpq closes and reopens its socket while it connects. So every wait registers the descriptor and removes it before
/// the waiter continues: a descriptor is never watched while libpq can close it.
final class SocketPoller: Sendable {
    struct Interest: OptionSet {
        let rawValue: UInt32

        static let readable = Interest(rawValue: EPOLLIN.rawValue | EPOLLRDHUP.rawValue)
        static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    }

    enum Outcome {
        case ready
        case timedOut
        /// The descriptor can't be watched, most likely because it is closed.
        case failed
    }

    private struct Waiter {
        let descriptor: Int32
        let deadline: OperationDeadline
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct State {
        var waiters: [UInt64: Waiter] = [:]
        var nextToken: UInt64 = 1
        /// When the thread will next check the deadlines; nil while it sleeps without limit.
        var sleepsUntil: ContinuousClock.Instant?
    }

    static let shared = SocketPoller()
    private static let wakeToken: UInt64 = 0

    private let epoll: Int32
    private let wakeDescriptor: Int32
    private let state = Mutex(State())

    private init() {
        epoll = epoll_create1(O_CLOEXEC)
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(epoll >= 0 && wakeDescriptor >= 0, "The process has no file descriptors left for the database")
        _ = CPostgres_epollAdd(epoll, wakeDescriptor, EPOLLIN.rawValue, Self.wakeToken)
        var thread = pthread_t()
        let started = pthread_create(
            &thread,
            nil,
            { _ in
                SocketPoller.shared.run()
                return nil
            },
            nil
        )
        precondition(started == 0, "The process can't start the thread that watches database sockets")
        pthread_detach(thread)
    }

    /// Waits until `descriptor` is ready for `interest` or `deadline` has passed. One waiter a descriptor at a time.
    nonisolated(nonsending) func wait(for interest: Interest, on descriptor: Int32, until deadline: OperationDeadline)
        async -> Outcome
    {
        await withCheckedContinuation { continuation in
            let waiter = Waiter(descriptor: descriptor, deadline: deadline, continuation: continuation)
            let (registered, mustWake) = state.withLock { state in
                let token = state.nextToken
                state.nextToken += 1
                guard CPostgres_epollAddOnce(epoll, descriptor, interest.rawValue, token) == 0 else {
                    return (false, false)
                }
                state.waiters[token] = waiter
                guard let limit = deadline.current else { return (true, false) }
                return (true, state.sleepsUntil.map { limit < $0 } ?? true)
            }
            if !registered { continuation.resume(returning: .failed) }
            if mustWake { wake() }
        }
    }

    /// Makes the thread check all deadlines again.
    func wake() { _ = eventfd_write(wakeDescriptor, 1) }

    private func run() {
        let capacity = 64
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer { events.deallocate() }
        while true {
            let count = epoll_wait(epoll, events, Int32(capacity), expireAndPlan())
            for index in 0..<max(0, Int(count)) {
                let token = events[index].data.u64
                if token == Self.wakeToken {
                    var ignored: eventfd_t = 0
                    _ = eventfd_read(wakeDescriptor, &ignored)
                } else {
                    finish(token)
                }
            }
        }
    }

    private func finish(_ token: UInt64) {
        let waiter = state.withLock { state in
            let waiter = state.waiters.removeValue(forKey: token)
            if let waiter { CPostgres_epollRemove(epoll, waiter.descriptor) }
            return waiter
        }
        waiter?.continuation.resume(returning: .ready)
    }

    /// Ends the waits that are over their time; returns how many milliseconds the thread may sleep, -1 for no limit.
    private func expireAndPlan() -> Int32 {
        let now = ContinuousClock.now
        let (expired, next) = state.withLock { state in
            var expired: [Waiter] = []
            var next: ContinuousClock.Instant?
            for (token, waiter) in state.waiters {
                guard let limit = waiter.deadline.current else { continue }
                if limit <= now {
                    CPostgres_epollRemove(epoll, waiter.descriptor)
                    state.waiters[token] = nil
                    expired.append(waiter)
                } else {
                    next = min(next ?? limit, limit)
                }
            }
            state.sleepsUntil = next
            return (expired, next)
        }
        for waiter in expired { waiter.continuation.resume(returning: .timedOut) }
        guard let next else { return -1 }
        return Int32(clamping: now.duration(to: next).wholeMilliseconds + 1)
    }
}
