import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

extension ImportsService {
    func exportLedger(
        _ request: Budget.ExportLedgerRequest,
        responses: MessageWriter<Budget.LedgerChunk>,
        context: CallContext
    ) async throws {
        let user = try context.userID
        var validator = FieldValidator()
        var filter = PurchaseFilter()
        filter.firstDay = PurchaseTime.day(request.firstDay, "first_day", &validator)
        filter.lastDay = PurchaseTime.day(request.lastDay, "last_day", &validator)
        if let first = filter.firstDay, let last = filter.lastDay, last < first {
            validator.reject("last_day", .budget.ruleLastDay)
        }
        let isKnown = [.csv, .json, .ofx].contains(request.format)
        if !isKnown { validator.reject("format", .services.ruleOneOf(values: "csv, json", last: "ofx")) }
        try validator.finish()
        let export = LedgerExport(ledger: ledger, filter: filter, user: user)
        let chunks = ChunkWriter(responses)
        switch request.format {
        case .json: try await export.writeDocument(to: chunks)
        case .ofx: try await export.writeStatements(to: chunks)
        case .csv, .unspecified, .unrecognized: try await export.writeTable(to: chunks)
        }
        try await chunks.finish()
    }
}

/// Sends a file in parts of a useful size.
private final class ChunkWriter {
    /// Bytes of a part at least, the last one apart.
    private static let size = 64 << 10

    private let responses: MessageWriter<Budget.LedgerChunk>
    private var waiting: [UInt8] = []

    init(_ responses: MessageWriter<Budget.LedgerChunk>) { self.responses = responses }

    func write(_ text: String) async throws {
        waiting += text.utf8
        guard waiting.count >= Self.size else { return }
        try await responses.write(.init(contents: waiting))
        waiting = []
    }

    func finish() async throws {
        try await responses.write(.init(contents: waiting))
    }
}

/// A ledger in a period, written page by page: newest first, without what was discarded.
private struct LedgerExport {
    private static let pageSize: Int32 = 200

    let ledger: SpendingStore
    let filter: PurchaseFilter
    let user: UUID

    func writeTable(to chunks: ChunkWriter) async throws {
        // By which spreadsheets know that it is UTF-8.
        try await chunks.write("\u{FEFF}" + LedgerTable.header)
        try await forEach(filter) { try await chunks.write(LedgerTable.rows(of: $0)) }
    }

    func writeDocument(to chunks: ChunkWriter) async throws {
        try await chunks.write(LedgerDocument.beginning)
        var isFirst = true
        try await forEach(filter) { purchase in
            try await chunks.write((isFirst ? "" : ",\n") + (try LedgerDocument.entry(purchase)))
            isFirst = false
        }
        try await chunks.write("\n" + LedgerDocument.end)
    }

    /// A statement a currency, as a statement has one.
    func writeStatements(to chunks: ChunkWriter) async throws {
        try await chunks.write(LedgerStatements.beginning(at: ledger.clock.now))
        for statement in try await ledger.statements(filter, of: user) {
            try await chunks.write(statement.beginning)
            var filter = filter
            filter.currency = statement.currency
            try await forEach(filter) { try await chunks.write(statement.transaction($0)) }
            try await chunks.write(statement.end)
        }
        try await chunks.write(LedgerStatements.end)
    }

    private func forEach(_ filter: PurchaseFilter, _ body: (Budget.Purchase) async throws -> Void) async throws {
        var page = try Page<PurchaseKey>(.init(size: Self.pageSize))
        while true {
            let list = try await ledger.list(page, filter, of: user)
            for purchase in list.purchases {
                var message = purchase.message(ledger.names)
                // A charge without a name of its owner's has one in each reader's language.
                for (index, item) in purchase.content.items.enumerated() where item.charge != nil {
                    message.items[index].productName = item.productName
                }
                try await body(message)
            }
            guard let next = list.next else { return }
            page = try Page(.init(size: Self.pageSize, token: Page.token(after: next)))
        }
    }
}
