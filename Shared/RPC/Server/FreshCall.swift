import NIOCore
import Wire

/// A call that has come, before anything is made for it.
struct FreshCall {
    let stream: StreamID
    let header: CallHeader
    let binding: TemplateBinding
    let observed: ObservedRoute
    /// What the gates have decided, which have not refused it.
    let outcome: GateRow.Outcome
    let user: VerifiedUser?
    let start: NIODeadline

    /// Whether no gate has to be waited for.
    var isAdmitted: Bool {
        if case .admit = outcome { true } else { false }
    }
}

/// What the server knows of a template, kept with it.
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
