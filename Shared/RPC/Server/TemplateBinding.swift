import Wire

/// A template's route, rules and trace parent on one connection.
final class TemplateBinding {
    fileprivate(set) var template: CallTemplate
    /// Nil for a method that does not exist.
    let route: ObservedRoute?
    let rules: TemplateRules
    /// The largest request in bytes; nil for the largest message of the connection.
    let maximumRequest: Int?
    let parent: TraceContext.Parent

    init(_ template: CallTemplate, route: ObservedRoute?, rules: TemplateRules, maximumRequest: Int?) {
        self.template = template
        self.route = route
        self.rules = rules
        self.maximumRequest = maximumRequest
        parent = TraceContext.Parent(in: template.metadata)
    }

    /// Whether nothing else holds the template: neither the connection nor a call.
    fileprivate var isReplaced: Bool { isKnownUniquelyReferenced(&template) }
}

/// The bindings of the templates that one connection uses, each made once.
struct TemplateBindings {
    private var known: [ObjectIdentifier: TemplateBinding] = [:]
    /// Most calls name the template of the call before.
    private var last: TemplateBinding?
    private let capacity: Int

    /// - Parameter capacity: Templates that the connection remembers. Others come with each call and are bound again.
    init(capacity: Int) { self.capacity = capacity }

    /// The binding of a template that was bound before; nil for any other.
    mutating func binding(of template: CallTemplate) -> TemplateBinding? {
        if let last, last.template === template { return last }
        guard let found = known[ObjectIdentifier(template)] else { return nil }
        last = found
        return found
    }

    /// Keeps a new binding.
    mutating func add(_ binding: TemplateBinding) {
        // Replaced templates are not reported: nobody else holds them.
        known = known.filter { !$0.value.isReplaced }
        // Those of calls that run may be among these, so all are bound again once there are too many.
        if known.count >= 2 * capacity { known.removeAll(keepingCapacity: true) }
        known[ObjectIdentifier(binding.template)] = binding
        last = binding
    }
}
