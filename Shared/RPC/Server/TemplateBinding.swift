import Wire

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
