package import NIOCore
package import Wire

/// Decides about calls before anything else is done for them: limits, access rules.
///
/// It is asked when a call starts, ahead of its messages, on the event loop of its connection and without a task, so that
/// a decision costs no more than what is decided. What is the same for all calls of a connection, or for all that name
/// one template, is found out once.
package protocol CallGate: Sendable {
    /// What decides about the calls of one connection; used on its event loop alone.
    func keeper(for peer: Peer) -> any GateKeeper
}

/// Decides about the calls of one connection. Lives until the last of them is over.
package protocol GateKeeper: AnyObject {
    /// What decides about the calls that name a template; nil lets them all through.
    /// - Parameter method: Nil for a method that does not exist. Its calls are decided about too: they fail in any case,
    ///   and count like others until then.
    func decider(for method: MethodDescriptor?, _ template: CallTemplate) -> (any CallDecider)?
}

/// Decides about the calls that name one template.
package protocol CallDecider: AnyObject {
    /// Decides about a call. Whatever it takes for one that it lets through, ``left()`` gives back.
    func decide(_ call: inout ArrivingCall) -> GateDecision

    /// A call that was let through is over, or was refused by another.
    func left()
}

extension CallDecider {
    package func left() {}
}

/// What is decided about a call.
package enum GateDecision: Sendable {
    case admit
    case refuse(Status)
    /// The user is known only when something has been waited for, such as keys from another service.
    case wait(@Sendable () async throws -> VerifiedUser)
}

/// A call that has just come, as a gate sees it.
package struct ArrivingCall {
    /// Metadata of this call beside the template's.
    package let metadata: Metadata
    package let now: NIODeadline
    /// The user on whose behalf the call is, once a gate has verified that.
    package var verifiedUser: VerifiedUser?

    /// Describes a call.
    package init(metadata: Metadata, now: NIODeadline, verifiedUser: VerifiedUser? = nil) {
        self.metadata = metadata
        self.now = now
        self.verifiedUser = verifiedUser
    }
}

/// All that decides about the calls of one template, in order. Belongs to the event loop of the connection.
struct GateRow {
    enum Outcome {
        case admit
        case refuse(Status)
        /// The decision of the gate at this place has to be waited for.
        case wait(place: Int, @Sendable () async throws -> VerifiedUser)
    }

    private let deciders: [any CallDecider]

    /// Whether every call is let through.
    var isEmpty: Bool { deciders.isEmpty }

    init(_ keepers: [any GateKeeper], method: MethodDescriptor?, _ template: CallTemplate) {
        deciders = keepers.compactMap { $0.decider(for: method, template) }
    }

    /// Asks all about a call that has just come.
    /// - Returns: What they decide, and the user if one is known by then.
    func decide(_ header: CallHeader, now: NIODeadline) -> (Outcome, VerifiedUser?) {
        guard !isEmpty else { return (.admit, nil) }
        var call = ArrivingCall(metadata: header.metadata, now: now)
        return (decide(&call), call.verifiedUser)
    }

    /// Asks all from a place on, until one does not admit the call.
    func decide(_ call: inout ArrivingCall, from first: Int = 0) -> Outcome {
        var place = first
        while place < deciders.count {
            switch deciders[place].decide(&call) {
            case .admit: place += 1
            case .refuse(let status):
                left(upTo: place)
                return .refuse(status)
            case .wait(let decision): return .wait(place: place, decision)
            }
        }
        return .admit
    }

    /// A call is over that all had let through, or all before a place.
    func left(upTo place: Int? = nil) {
        var place = place ?? deciders.count
        while place > 0 {
            place -= 1
            deciders[place].left()
        }
    }
}
