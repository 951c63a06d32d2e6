import ArgumentParser
import LarderClient
import MessageCoding
import Texts

/// The options of lists.
struct ListOptions: ParsableArguments {
    @Option(parsing: .unconditional, help: ArgumentHelp(.cli.listLimit))
    var limit = 20

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError(.cli.listLimitRule) }
    }
}

/// Reads paginated lists.
enum Pages {
    /// As many entries as requested, from as many pages as needed.
    /// - Parameter page: returns a page and the token of the next one, which is empty at the end.
    static func collect<Entry>(
        _ limit: Int,
        _ page: (Common.PageRequest) async throws -> (entries: [Entry], next: String)
    ) async throws -> (entries: [Entry], next: String) {
        var entries: [Entry] = []
        var token = ""
        repeat {
            let size = Int32(min(limit - entries.count, 200))
            let answer = try await page(.init(size: size, token: token))
            entries += answer.entries
            token = answer.next
        } while !token.isEmpty && entries.count < limit
        return (entries, token)
    }
}

/// A paginated list, shown as a table, or as JSON in one response.
struct EntryList<Entry, Response: Message> {
    private let columns: [Table.Column]
    private let rows: (Entry) -> [[Table.Cell]]
    private let whenEmpty: LocalizedText
    private let response: ([Entry], _ next: String) -> Response

    /// A list whose entries may have several rows.
    /// - Parameters:
    ///   - whenEmpty: the sentence in place of a table without rows.
    ///   - response: the response with all entries and the token of the next page.
    init(
        _ columns: [Table.Column],
        whenEmpty: LocalizedText,
        response: @escaping ([Entry], _ next: String) -> Response,
        rows: @escaping (Entry) -> [[Table.Cell]]
    ) {
        self.columns = columns
        self.rows = rows
        self.whenEmpty = whenEmpty
        self.response = response
    }

    /// A list with one row for each entry.
    init(
        _ columns: [Table.Column],
        whenEmpty: LocalizedText,
        response: @escaping ([Entry], _ next: String) -> Response,
        row: @escaping (Entry) -> [Table.Cell]
    ) {
        self.init(columns, whenEmpty: whenEmpty, response: response, rows: { [row($0)] })
    }

    /// What the list shows of an entry.
    fileprivate func texts(of entry: Entry) -> [[String]] { rows(entry).map { $0.map(\.text) } }

    /// Entries that have changed, and ids of those that were removed, each with the present time.
    func changes(_ entries: [Entry], removed ids: [String], _ paint: Paint, width: Int?) -> String {
        var table = Table(
            [.init(title: "")] + columns.map { .init(title: "", alignment: $0.alignment, shrinks: $0.shrinks) }
        )
        let now = Common.Timestamp.now.localSecondsText
        for row in entries.flatMap(rows) { table.add([.init(now, .dim)] + row) }
        let removals = ids.map { id in
            paint(now, .dim) + "  " + LocalizedText.cli.watchRemoved(entry: TerminalText.clean(id)).shown
        }
        return ((entries.isEmpty ? [] : [table.text(paint, width: width)]) + removals).joined(separator: "\n")
    }

    /// Requests as many entries as `options` allow and shows them.
    /// - Parameter page: returns a page and the token of the next one, which is empty at the end.
    func show(
        _ options: ListOptions,
        _ context: CommandContext,
        _ page: (Common.PageRequest) async throws -> (entries: [Entry], next: String)
    ) async throws {
        let (entries, next) = try await Pages.collect(options.limit, page)
        try context.show(response(entries, next)) { paint in
            entries.isEmpty ? whenEmpty.shown : text(entries, paint, width: context.output.out.width)
        }
    }

    /// Entries as a table.
    func text(_ entries: [Entry], _ paint: Paint, width: Int?) -> String {
        var table = Table(columns)
        for row in entries.flatMap(rows) { table.add(row) }
        return table.text(paint, width: width)
    }
}

/// What a watched list has shown of its entries last.
struct ShownEntries<Entry> {
    private let id: (Entry) -> String
    private var texts: [String: [[String]]] = [:]

    /// Nothing has been shown.
    init(id: @escaping (Entry) -> String) { self.id = id }

    /// The entries of which the list shows something else than last, and which count as shown now.
    mutating func changed<Response>(_ entries: [Entry], in list: EntryList<Entry, Response>) -> [Entry] {
        entries.filter { entry in
            let present = list.texts(of: entry)
            return texts.updateValue(present, forKey: id(entry)) != present
        }
    }

    /// Forgets entries that were removed.
    mutating func remove(_ ids: [String]) { for id in ids { texts[id] = nil } }
}

/// The option of lists that can be watched.
struct WatchOption: ParsableArguments {
    @Flag(help: ArgumentHelp(.cli.watch))
    var watch = false
}
