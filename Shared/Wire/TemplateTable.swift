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
    /// Metadata of all templates that are remembered, as measured against the limit.
    private(set) var metadataBytes = 0

    /// How many numbers were given; bounded by the receiver's limit.
    var count: Int { templates.count }

    /// Client: refers to a template, giving it a number if it has none.
    /// - Parameters:
    ///   - limit: How many templates the server remembers.
    ///   - largestMetadata: The limit on the metadata of a call, of which all templates together may have twice as much.
    mutating func reference(to template: CallTemplate, limit: Int, largestMetadata: Int) -> Reference {
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
        // Also when there is no room, so that the largest ones are replaced at some time.
        nextSlot = (nextSlot + 1) % limit
        guard hasRoom(for: template, at: slot, largestMetadata) else { return .unremembered }
        if slot < templates.count, let replaced = templates[slot] {
            numbers.removeValue(forKey: ObjectIdentifier(replaced))
        }
        put(template, at: slot)
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
    mutating func define(_ number: Int, as template: CallTemplate?) { put(template, at: number - 1) }

    /// Whether a template may be remembered beside the others, under its limit and theirs.
    func hasRoom(for template: CallTemplate, at slot: Int, _ largestMetadata: Int) -> Bool {
        let replaced = slot < templates.count ? templates[slot]?.metadataByteCount ?? 0 : 0
        return template.metadataByteCount <= largestMetadata
            && metadataBytes - replaced + template.metadataByteCount <= 2 * largestMetadata
    }

    private mutating func put(_ template: CallTemplate?, at slot: Int) {
        while templates.count <= slot { templates.append(nil) }
        metadataBytes += (template?.metadataByteCount ?? 0) - (templates[slot]?.metadataByteCount ?? 0)
        templates[slot] = template
    }
}
