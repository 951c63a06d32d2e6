import Wire

extension GateRow {
    /// A call goes no further for a reason that none of these has.
    func leave(_ outcome: Outcome) {
        if case .wait(let place, _) = outcome { left(upTo: place) } else { left() }
    }
}

extension ServerCall {
    /// The call has come through the gates, or is to wait at one.
    func enter(_ gates: GateRow, _ outcome: GateRow.Outcome, _ metadata: Metadata) {
        guard !gates.isEmpty else { return }
        self.gates = gates
        if case .wait(let place, let decision) = outcome { pendingDecision = (place, decision, metadata) }
    }

    /// The call is over; only the first time counts.
    func leaveGates() {
        guard let gates = gates.take() else { return }
        gates.left(upTo: pendingDecision?.place)
        pendingDecision = nil
    }

    /// Waits for what has to be waited for before the handler may run. On the loop.
    /// - Returns: False when the call was refused and has ended.
    func passGates() async -> Bool {
        guard pendingDecision != nil else { return true }
        do {
            try await waitAtGates()
            return true
        } catch {
            let status = error as? Status ?? .givenUp
            owner.refuse(self, status)
            return false
        }
    }

    private func waitAtGates() async throws {
        while let pending = pendingDecision {
            let user = try await pending.wait()
            // Whoever gave the call up meanwhile has left the gates already.
            guard let gates, pendingDecision != nil else { throw CancellationError() }
            context.verifiedUser = user
            var arriving = ArrivingCall(metadata: pending.metadata, now: connection.now, verifiedUser: user)
            switch gates.decide(&arriving, from: pending.place + 1) {
            case .admit: pendingDecision = nil
            case .wait(let place, let wait): pendingDecision = (place, wait, pending.metadata)
            case .refuse(let status):
                // It has left all of them.
                self.gates = nil
                pendingDecision = nil
                throw status
            }
        }
    }
}
