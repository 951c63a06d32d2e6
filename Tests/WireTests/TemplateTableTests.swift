import Testing

@testable import Wire

@Suite("Template table")
struct TemplateTableTests {
    private typealias Reference = TemplateTable.Reference

    private static func templates(_ count: Int) -> [CallTemplate] {
        (0..<count).map { CallTemplate(method: "a.B/M\($0)") }
    }

    @Test("gives each template a number once")
    func numbers() {
        var table = TemplateTable()
        let templates = Self.templates(3)
        #expect(templates.map { refer(&table, $0) } == (1...3).map { Reference(number: $0, isNew: true) })
        #expect(templates.map { refer(&table, $0) } == (1...3).map { Reference(number: $0, isNew: false) })
        #expect(refer(&table, templates[2]) == Reference(number: 3, isNew: false))
    }

    @Test("tells templates apart by identity, not by content")
    func identity() {
        var table = TemplateTable()
        #expect(refer(&table, CallTemplate(method: "a.B/C")).number == 1)
        let same = CallTemplate(method: "a.B/C")
        #expect(refer(&table, same) == Reference(number: 2, isNew: true))
    }

    @Test("reuses numbers in turn, and sends a template again that has lost its number")
    func replacement() {
        var table = TemplateTable()
        let templates = Self.templates(3)
        for template in templates { _ = refer(&table, template, limit: 2) }
        #expect(refer(&table, templates[2], limit: 2) == Reference(number: 1, isNew: false))
        #expect(refer(&table, templates[1], limit: 2) == Reference(number: 2, isNew: false))
        #expect(refer(&table, templates[0], limit: 2) == Reference(number: 2, isNew: true))
        #expect(refer(&table, templates[1], limit: 2) == Reference(number: 1, isNew: true))
        #expect(refer(&table, templates[2], limit: 2) == Reference(number: 2, isNew: true))
    }

    @Test("never takes the number of the template used last for that template once it was replaced")
    func lastIsReplaced() {
        var table = TemplateTable()
        let templates = Self.templates(2)
        #expect(refer(&table, templates[0], limit: 1) == Reference(number: 1, isNew: true))
        #expect(refer(&table, templates[1], limit: 1) == Reference(number: 1, isNew: true))
        #expect(refer(&table, templates[0], limit: 1) == Reference(number: 1, isNew: true))
    }

    @Test("never takes a new template for a released one, whose address it may have")
    func released() {
        var table = TemplateTable()
        for index in 0..<1_000 {
            let reference = refer(&table, CallTemplate(method: "a.B/M\(index)"), limit: 3)
            #expect(reference == Reference(number: index % 3 + 1, isNew: true))
        }
        #expect(table.count == 3)
    }

    @Test("continues behind the numbers given when the server turns out to remember more")
    func limitGrows() {
        var table = TemplateTable()
        let templates = Self.templates(4)
        _ = refer(&table, templates[0], limit: 8)
        let later = templates.dropFirst().map { refer(&table, $0, limit: 64).number }
        #expect(later == [2, 3, 4])
    }

    @Test("remembers nothing for a server that does not")
    func noRoom() {
        var table = TemplateTable()
        let template = CallTemplate(method: "a.B/C")
        for _ in 0..<2 { #expect(refer(&table, template, limit: 0) == .unremembered) }
    }

    @Test("finds what was defined, and nothing under other numbers")
    func definitions() {
        var table = TemplateTable()
        let (first, second) = (CallTemplate(method: "a.B/C"), CallTemplate(method: "a.B/D"))
        #expect(table.template(numbered: 1) == nil)
        table.define(3, as: first)
        #expect(table.template(numbered: 3) === first)
        #expect([-1, 0, 1, 2, 4, 64].allSatisfy { table.template(numbered: $0) == nil })
        table.define(1, as: second)
        #expect(table.template(numbered: 1) === second && table.template(numbered: 3) === first)
    }

    @Test("replaces a definition, also by nothing")
    func redefinition() {
        var table = TemplateTable()
        let (first, second) = (CallTemplate(method: "a.B/C"), CallTemplate(method: "a.B/D"))
        table.define(1, as: first)
        table.define(1, as: second)
        #expect(table.template(numbered: 1) === second)
        table.define(1, as: nil)
        #expect(table.template(numbered: 1) == nil)
    }

    @Test("remembers twice the metadata of a call in all, and then replaces the templates in turn")
    func metadataOfAll() {
        func template(_ size: Int) -> CallTemplate {
            var metadata = Metadata()
            metadata.add("a", String(repeating: "x", count: size - 5))
            return CallTemplate(method: "a.B/C", metadata: metadata)
        }
        var table = TemplateTable()
        let templates = [900, 900, 200, 201].map(template)
        #expect(templates.map { refer(&table, $0, largestMetadata: 1_000).number } == [1, 2, 3, 0])
        #expect(table.metadataBytes == 2_000)
        // Numbers 1 and 2 are the next ones with a limit of 4.
        var small = TemplateTable()
        #expect(
            (templates + [templates[3]]).map { refer(&small, $0, limit: 4, largestMetadata: 1_000).number } == [
                1, 2, 3, 0, 1,
            ]
        )
        #expect(small.metadataBytes == 1_301)
        #expect(!small.hasRoom(for: template(1_001), at: 0, 1_000), "over the limit of one")
    }

    private func refer(
        _ table: inout TemplateTable,
        _ template: CallTemplate,
        limit: Int = 16,
        largestMetadata: Int = 16_384
    ) -> Reference {
        table.reference(to: template, limit: limit, largestMetadata: largestMetadata)
    }
}
