import Wire

extension AdmissionChain {
    /// Ends a call that was rejected for another reason.
    func abandon(_ outcome: Outcome, of identity: (any CallerIdentity)?) {
        let place: Int? = if case .wait(let place, _) = outcome { place } else { nil }
        callEnded(for: identity, upTo: place)
    }
}

extension ServerCall {
    /// Keeps the admission of a call that was admitted, or whose decision is pending.
    func attach(_ admission: AdmissionChain, _ outcome: AdmissionChain.Outcome, _ metadata: Metadata) {
        guard !admission.isEmpty else { return }
        self.admission = admission
        if case .wait(let place, let decision) = outcome { pendingDecision = (place, decision, metadata) }
    }

    /// Releases the admission of a call that has ended; only the first call counts.
    func releaseAdmission() {
        guard let admission = admission.take() else { return }
        admission.callEnded(for: context.identity, upTo: pendingDecision?.place)
        pendingDecision = nil
    }

    /// Waits for pending admission decisions before the handler may run. On the loop.
    /// - Returns: False when the call was rejected and has ended.
    func awaitAdmission() async -> Bool {
        guard pendingDecision != nil else { return true }
        do {
            try await awaitDecisions()
            return true
        } catch {
            let status = error as? Status ?? .cancelledByCaller
            owner.reject(self, status)
            return false
        }
    }

    private func awaitDecisions() async throws {
        while let pending = pendingDecision {
            let identity = try await pending.wait()
            // If the call has ended meanwhile, further rules must not take places for it.
            guard failure == nil, let admission, pendingDecision != nil else { throw CancellationError() }
            context.identity = identity
            var arriving = IncomingCall(metadata: pending.metadata, now: connection.now, identity: identity)
            switch admission.decide(&arriving, from: pending.place + 1) {
            case .admit: pendingDecision = nil
            case .wait(let place, let wait): pendingDecision = (place, wait, pending.metadata)
            case .reject(let status):
                // The chain has released it.
                self.admission = nil
                pendingDecision = nil
                throw status
            }
        }
    }
}
