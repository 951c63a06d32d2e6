import Logging
import NIOCore
import Synchronization

/// Which instances there are, and which of them are left out for a while.
extension ConnectionPool {
    // MARK: Addresses

    func startResolving() {
        guard let resolver else { return }
        let resolution = resolution.withLock { resolution in
            if let resolution { return resolution }
            let new = Resolution(
                resolver,
                intervals: options.resolution,
                clock: clock,
                loop: environment.group.next(),
                log: environment.log,
                onResult: { [weak self] in self?.resolved($0) }
            )
            resolution = new
            return new
        }
        resolution.start()
    }

    private func resolved(_ endpoints: [Endpoint]?) {
        if let endpoints { update(endpoints) }
        state.withLock { $0.isResolved = true }
        changed()
    }

    /// Applies a new list: keeps known endpoints, drains removed ones, adds new ones.
    func update(_ endpoints: [Endpoint]) {
        let gone: [Subchannel] = state.withLock { state in
            guard !state.isClosed else { return [] }
            let known = Dictionary(state.subchannels.map { ($0.endpoint, $0) }) { first, _ in first }
            var seen: Set<Endpoint> = []
            state.subchannels = endpoints.filter { seen.insert($0).inserted }.map { known[$0] ?? subchannel(to: $0) }
            state.ejections?.keep(seen)
            state.rebuild()
            return known.values.filter { !seen.contains($0.endpoint) }
        }
        gone.forEach { $0.close() }
    }

    private func subchannel(to endpoint: Endpoint) -> Subchannel {
        Subchannel(
            endpoint: endpoint,
            environment: environment,
            takesQueuedCalls: { [weak self] connection in
                self?.state.withLock { $0.ready.contains(connection.endpoint) } == true
            },
            onChange: { [weak self] in self?.changed($0, $1) }
        )
    }

    // MARK: Outliers

    func eject(_ subchannel: Subchannel) {
        let isEjected: Bool? = state.withLock { state in
            guard state.subchannels.contains(where: { $0 === subchannel }),
                state.ejections?.isEjected(subchannel.endpoint) == false
            else { return nil }
            let isEjected = state.ejections?.eject(
                subchannel.endpoint,
                of: state.subchannels.count,
                now: clock.now
            )
            if isEjected == true { scheduleSweep(&state) }
            return isEjected
        }
        guard let isEjected else { return }
        environment.observer?.ejected(isEnforced: isEjected)
        environment.log.notice(
            "instance fails",
            metadata: ["endpoint": "\(subchannel.endpoint)", "ejected": "\(isEjected)"]
        )
    }

    func scheduleSweep(_ state: inout PoolState) {
        guard state.sweep == nil, let limits = state.ejections?.limits else { return }
        state.sweep = clock.schedule(at: clock.now + limits.interval, on: environment.group.next()) { [weak self] in
            self?.sweep()
        }
    }

    private func sweep() {
        state.withLock { state in
            state.sweep = nil
            guard !state.isClosed else { return }
            state.ejections?.sweep(now: clock.now)
            state.rebuild()
            if state.ejections?.isEmpty == false { scheduleSweep(&state) }
        }
        changed()
    }
}
