import Foundation
import Foundations
import ServiceKit

/// Reads a table of somebody else's by a mapping.
struct TableReader {
    let mapping: FileMapping
    /// Of rows that don't name theirs; empty where it isn't known.
    let currency: String

    /// Takes the entries of a table.
    /// - Throws: `FileProblem` for more rows than a file may have.
    func read(_ bytes: [UInt8], into gathering: inout FileGathering) throws(FileProblem) {
        var reader = CSVReader(bytes, delimiter: mapping.delimiter)
        var skipped = 0
        while let row = reader.next() {
            if skipped < mapping.skippedRows + (mapping.hasHeader ? 1 : 0) {
                skipped += 1
                continue
            }
            guard !row.isEmpty else { continue }
            try gathering.take(line: row.line) { gathering throws(RowProblem) in
                try gathering.entry(try transaction(row, &gathering))
            }
        }
    }

    private func transaction(
        _ row: CSVReader.Row,
        _ gathering: inout FileGathering
    ) throws(RowProblem) -> FileTransaction {
        if let problem = row.problem { throw RowProblem(problem) }
        func value(_ role: ColumnRole) -> String {
            guard let column = mapping.column(role), row.values.indices.contains(column) else { return "" }
            return row.values[column].trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let date = try gathering.date(value(.date), mapping.dateOrder)
        let time = value(.time)
        guard let timeOfDay = time.isEmpty ? .some(date.time) : WrittenDate.timeOfDay(time).map(Optional.some) else {
            throw RowProblem(.budget.importTimeWrong(value: shortened(time)))
        }
        return FileTransaction(
            line: row.line,
            day: date.day,
            time: timeOfDay,
            name: value(.name),
            spent: try spent(value),
            currency: try currency(value(.currency)),
            category: value(.category),
            place: value(.place),
            note: value(.note),
            reference: value(.reference)
        )
    }

    private func spent(_ value: (ColumnRole) -> String) throws(RowProblem) -> ExactDecimal {
        func decimal(_ text: String) throws(RowProblem) -> ExactDecimal {
            guard let decimal = WrittenAmount.decimal(text, hasDecimalComma: mapping.hasDecimalComma) else {
                throw RowProblem(.budget.importAmountWrong(value: shortened(text)))
            }
            return decimal
        }
        if mapping.column(.amount) != nil {
            let text = value(.amount)
            guard !text.isEmpty else { throw RowProblem(.budget.importAmountMissing) }
            let amount = try decimal(text)
            return mapping.spendingIsPositive ? amount : -amount
        }
        let (spent, received) = (value(.spent), value(.received))
        // Some write 0.00 in the other column.
        let out = spent.isEmpty ? 0 : try decimal(spent)
        let coming = received.isEmpty ? 0 : try decimal(received)
        guard !spent.isEmpty || !received.isEmpty else { throw RowProblem(.budget.importAmountMissing) }
        guard out == 0 || coming == 0 else { throw RowProblem(.budget.importTwoAmounts) }
        // Some write what was spent below 0 in its own column.
        let magnitude = { (amount: ExactDecimal) in amount < 0 ? -amount : amount }
        return out != 0 ? magnitude(out) : -magnitude(coming)
    }

    private func currency(_ text: String) throws(RowProblem) -> String {
        guard !text.isEmpty else { return currency }
        let code = Self.symbols[text] ?? text.uppercased()
        guard let currency = Currency(code: code), currency.code != Currency.unknown else {
            throw RowProblem(.budget.importCurrencyWrong(value: shortened(text)))
        }
        return currency.code
    }

    /// Symbols that stand for one currency alone.
    private static let symbols = ["€": "EUR", "£": "GBP"]
}
