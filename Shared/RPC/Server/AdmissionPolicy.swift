package import NIOCore
package import Wire

/// Decides which calls are admitted, before anything else is done for them: limits, access rules.
///
/// It is evaluated when a call starts, ahead of its messages, on the event loop of its connection and without a task. What
/// is the same for all calls of a connection, or for all that name one template, is evaluated once.
package protocol AdmissionPolicy: Sendable {
    /// Whether a connection that has just come may begin its TLS handshake; otherwise it is closed at once.
    ///
    /// Nothing is known of the peer but its network then: a service proves itself only within TLS.
    func admitsConnection(from network: ClientNetwork, now: NIODeadline) -> Bool

    /// The admission of one connection's calls; used on its event loop alone.
    func admission(for peer: Peer) -> any ConnectionAdmission
}

extension AdmissionPolicy {
    /// By default every connection.
    package func admitsConnection(from network: ClientNetwork, now: NIODeadline) -> Bool { true }
}

/// Admits the calls of one connection. Lives until the last of them has ended.
package protocol ConnectionAdmission: AnyObject {
    /// The rule for the calls that name a template; nil admits them all.
    /// - Parameter method: Nil for a method that does not exist. Its calls are subject to admission too: they fail in any
    ///   case, and count like others until then.
    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)?
}

/// Admits the calls that name one template.
package protocol AdmissionRule: AnyObject {
    /// Decides about a call. What it takes for a call that it admits, ``callEnded(for:)`` gives back.
    func decide(_ call: inout IncomingCall) -> AdmissionDecision

    /// An admitted call has ended, or was rejected by a later rule.
    /// - Parameter identity: On whose behalf the call was, as it was known when this rule admitted it or later.
    func callEnded(for identity: (any CallerIdentity)?)
}

extension AdmissionRule {
    /// By default nothing was taken.
    package func callEnded(for identity: (any CallerIdentity)?) {}
}

/// The decision about a call.
package enum AdmissionDecision: Sendable {
    case admit
    case reject(Status)
    /// The decision is asynchronous, for instance as it needs keys from another service.
    case wait(@Sendable () async throws -> any CallerIdentity)
}

/// A call that has just arrived, as admission rules see it.
package struct IncomingCall {
    /// Metadata of this call beside the template's.
    package let metadata: Metadata
    /// When the call arrived.
    package let now: NIODeadline
    /// On whose behalf the call is, once a rule has verified that.
    package var identity: (any CallerIdentity)?

    /// Describes a call.
    package init(metadata: Metadata, now: NIODeadline, identity: (any CallerIdentity)? = nil) {
        self.metadata = metadata
        self.now = now
        self.identity = identity
    }
}

/// The admission rules for the calls of one template, in order. Belongs to the event loop of the connection.
struct AdmissionChain {
    enum Outcome: Sendable {
        case admit
        case reject(Status)
        /// The decision of the rule at this place is asynchronous.
        case wait(place: Int, @Sendable () async throws -> any CallerIdentity)
    }

    private let rules: [any AdmissionRule]

    /// Whether every call is admitted.
    var isEmpty: Bool { rules.isEmpty }

    init(_ admissions: [any ConnectionAdmission], method: MethodDescriptor?, _ template: CallTemplate) {
        rules = admissions.compactMap { $0.rule(for: method, template) }
    }

    /// Evaluates all rules for a call that has just arrived.
    /// - Returns: The outcome, and the identity if one is known by then.
    func decide(_ header: CallHeader, now: NIODeadline) -> (Outcome, (any CallerIdentity)?) {
        guard !isEmpty else { return (.admit, nil) }
        var call = IncomingCall(metadata: header.metadata, now: now)
        return (decide(&call), call.identity)
    }

    /// Evaluates the rules from a place on, until one does not admit the call.
    func decide(_ call: inout IncomingCall, from first: Int = 0) -> Outcome {
        var place = first
        while place < rules.count {
            switch rules[place].decide(&call) {
            case .admit: place += 1
            case .reject(let status):
                callEnded(for: call.identity, upTo: place)
                return .reject(status)
            case .wait(let decision): return .wait(place: place, decision)
            }
        }
        return .admit
    }

    /// A call has ended that all rules had admitted, or all before a place.
    func callEnded(for identity: (any CallerIdentity)?, upTo place: Int? = nil) {
        var place = place ?? rules.count
        while place > 0 {
            place -= 1
            rules[place].callEnded(for: identity)
        }
    }
}
