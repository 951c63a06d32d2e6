import ArgumentParser
import LarderClient
import MessageCoding

/// A state as operators name it on the command line.
protocol OperatorState: CaseIterable, ExpressibleByArgument, RawRepresentable where RawValue == String {
    /// The enumeration of the messages.
    associatedtype Value: Equatable

    /// The state in messages.
    var message: Value { get }
}

extension OperatorState {
    /// The name of a state; empty for one that this version does not know.
    static func text(_ value: Value) -> String { allCases.first { $0.message == value }?.rawValue ?? "" }
}

/// A list that catalog keeps for its operators, shown as a table.
struct OperatorList<Entry, Response: Message> {
    let columns: [Table.Column]
    /// The cells of an entry, one a column.
    let row: (Entry) -> [Table.Cell]
    /// A sentence in place of a table without rows.
    let whenEmpty: String
    /// Gets a page from catalog, and the token of the next one.
    let page: (Common.PageRequest, any CallChannel) async throws -> (entries: [Entry], next: String)
    /// The response that holds all entries, for output as JSON.
    let response: ([Entry], _ next: String) -> Response

    /// Gets as many entries as `options` ask for and shows them.
    func show(
        _ options: ListOptions,
        _ servers: ServerOptions,
        _ global: GlobalOptions,
        _ context: CommandContext
    ) async throws {
        let (entries, next) = try await servers.useCatalog(global, context) { channel in
            try await Pages.collect(options.limit) { try await page($0, channel) }
        }
        try context.show(response(entries, next)) { paint in
            guard !entries.isEmpty else { return whenEmpty }
            var table = Table(columns)
            for entry in entries { table.add(row(entry)) }
            return table.text(paint, width: context.output.out.width)
        }
    }
}
