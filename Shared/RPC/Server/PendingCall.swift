import NIOCore
import Wire

/// A call that has arrived, before anything is allocated for it.
struct PendingCall {
    let stream: StreamID
    let header: CallHeader
    let binding: TemplateBinding
    let observed: ObservedRoute
    /// The outcome of admission, which is not a rejection.
    let outcome: AdmissionChain.Outcome
    let identity: (any CallerIdentity)?
    let start: NIODeadline

    /// Whether no admission rule is pending.
    var isAdmitted: Bool {
        if case .admit = outcome { true } else { false }
    }
}

/// A template's route, rules and trace parent on one connection.
final class TemplateBinding {
    /// Nil for a method that does not exist.
    let route: ObservedRoute?
    let rules: TemplateRules
    let parent: TraceContext.Parent

    init(route: ObservedRoute?, rules: TemplateRules, _ metadata: Metadata) {
        self.route = route
        self.rules = rules
        parent = TraceContext.Parent(in: metadata)
    }
}
