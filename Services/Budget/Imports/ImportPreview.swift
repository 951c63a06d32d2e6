import BudgetMessages
import CommonMessages
import Foundations
import RPC

/// What would be recorded of a file.
struct ImportPreview {
    private let file: ReadFile
    private let verdict: Verdict
    private let columns: [TableColumn]
    private let mappingIsRemembered: Bool

    /// - Parameter known: Which of its entries are in the ledger already.
    init(
        _ source: ImportedFile,
        _ file: ReadFile,
        known: [Bool],
        _ options: FileOptions,
        mappingIsRemembered: Bool
    ) {
        self.file = file
        self.mappingIsRemembered = mappingIsRemembered
        columns = file.mapping.map(source.columns) ?? []
        let decision = ImportStore.Decision(
            fileName: "",
            includesReceived: options.includesReceived,
            includesKnown: options.includesKnown,
            header: nil
        )
        verdict = Verdict(file, known: known, decision)
    }

    /// - Throws: OUT_OF_RANGE for sums beyond 64 bits.
    var message: Budget.ImportPreview {
        get throws(Status) {
            let recorded = zip(file.entries, verdict.isRecorded).filter(\.1).map(\.0.purchase)
            let days = recorded.compactMap(\.content.purchasedAt.day)
            var sums: [String: Int128] = [:]
            for purchase in recorded { sums[purchase.content.currency, default: 0] += Int128(purchase.counted) }
            var message = Budget.ImportPreview(
                format: file.format.message,
                encoding: file.encoding.rawValue,
                mapping: file.mapping?.message,
                mappingRemembered: mappingIsRemembered,
                columns: columns.map { .init(name: $0.name, samples: $0.samples) },
                currency: file.currency,
                entries: file.entries.indices.prefix(ImportLimits.shownEntries).map(entry),
                errors: file.invalid.prefix(ImportLimits.shownErrors).map {
                    .init(line: Int32(clamping: $0.line), message: $0.problem.text.forCaller)
                },
                totalCount: Int32(file.entries.count + file.invalid.count),
                newCount: Int32(verdict.recorded),
                knownCount: Int32(verdict.known),
                receivedCount: Int32(verdict.received),
                invalidCount: Int32(verdict.invalid),
                firstDay: days.min()?.text ?? "",
                lastDay: days.max()?.text ?? "",
                unknownCategories: file.unknownCategories,
                otherDateOrder: file.otherDateOrder?.message ?? .unspecified
            )
            for (code, sum) in sums.sorted(by: { $0.key < $1.key }) {
                message.sums.append(try Common.Money(counted: sum, code))
            }
            return message
        }
    }

    private func entry(_ index: Int) -> Budget.ImportEntry {
        let (entry, content) = (file.entries[index], file.entries[index].purchase.content)
        let isExpenditure = entry.purchase.kind == .expenditure
        return Budget.ImportEntry(
            line: Int32(clamping: entry.line),
            state: verdict.isRecorded[index] ? .new : verdict.isKnown[index] ? .known : .received,
            kind: entry.purchase.kind.message,
            purchasedAt: .init(
                date: content.purchasedAt.day?.text ?? "",
                time: content.purchasedAt.time ?? "",
                timeZone: content.purchasedAt.timeZone
            ),
            name: entry.purchase.title,
            place: isExpenditure ? content.storeName : "",
            amount: .init(minorUnits: entry.purchase.counted, currency: content.currency),
            category: isExpenditure ? content.items.first?.category ?? "" : "",
            note: content.note,
            itemCount: Int32(content.items.count)
        )
    }
}
