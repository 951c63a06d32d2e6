/// The call templates that one connection remembers, by number from 1.
///
/// A client's table gives numbers in turn and starts over when all are used; a server's holds what the client defined.
struct TemplateTable {
    /// What stands for a template in a CALL frame.
    struct Reference: Equatable {
        /// The template's number; 0 for a template that is not remembered.
        let number: Int
        /// Whether the frame has to carry the template itself.
        let isNew: Bool

        /// A template that is sent whole and not remembered.
        static let unremembered = Reference(number: 0, isNew: true)
    }

    private var templates: [CallTemplate?] = []
    private var numbers: [ObjectIdentifier: Int] = [:]
    /// The template that was referred to last and its number, since most calls on a connection repeat one.
    private var last: (template: CallTemplate, number: Int)?
    private var nextSlot = 0

    /// How many numbers were given; bounded by the receiver's limit.
    var count: Int { templates.count }

    /// Client: refers to a template, giving it a number if it has none.
    /// - Parameter limit: How many templates the server remembers.
    mutating func reference(to template: CallTemplate, limit: Int) -> Reference {
        if let last, last.template === template { return Reference(number: last.number, isNew: false) }
        guard limit > 0 else { return .unremembered }
        let key = ObjectIdentifier(template)
        if let number = numbers[key] {
            last = (template, number)
            return Reference(number: number, isNew: false)
        }
        // The new template may take the number of the last one.
        last = nil
        let slot = nextSlot
        nextSlot = (nextSlot + 1) % limit
        if slot < templates.count {
            if let replaced = templates[slot] { numbers.removeValue(forKey: ObjectIdentifier(replaced)) }
            templates[slot] = template
        } else {
            templates.append(template)
        }
        numbers[key] = slot + 1
        return Reference(number: slot + 1, isNew: true)
    }

    /// Server: the template with a number; nil when the number stands for nothing.
    func template(numbered number: Int) -> CallTemplate? {
        guard number >= 1, number <= templates.count else { return nil }
        return templates[number - 1]
    }

    /// Server: gives a number to a template, or with nil to nothing, replacing what the number stood for.
    /// - Precondition: The number is at least 1.
    mutating func define(_ number: Int, as template: CallTemplate?) {
        while templates.count < number { templates.append(nil) }
        templates[number - 1] = template
    }
}
