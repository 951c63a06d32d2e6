import BudgetMessages
import Foundation
import Foundations

/// A file that a user imports, before it is read.
struct ImportedFile: Sendable {
    let text: FileText
    let format: FileFormat
    /// What is proposed for a table, or for QIF; nil for other formats.
    private let proposal: Proposal?

    private enum Proposal: Sendable {
        case table(TableProposal)
        case qif(FileMapping)
    }

    /// Recognises a file's format.
    /// - Parameter dayIsFirst: Whether the day is likelier ahead of the month where both may be.
    /// - Throws: `FileProblem` for what is no file of a known one.
    init(_ contents: [UInt8], dayIsFirst: Bool = false) throws(FileProblem) {
        guard !contents.isEmpty else { throw .empty }
        guard contents.count <= ImportLimits.bytes else { throw .tooLarge }
        text = try FileText(contents)
        guard text.bytes.contains(where: { $0 > 0x20 }) else { throw .empty }
        if OFXReader.recognises(text.bytes) {
            (format, proposal) = (.ofx, nil)
        } else if QIFReader.recognises(text.bytes) {
            (format, proposal) = (.qif, .qif(QIFReader.proposal(text.bytes, dayIsFirst: dayIsFirst)))
        } else if LedgerDocument.recognises(text.bytes) {
            (format, proposal) = (.larderJSON, nil)
        } else {
            let table = TableProposal(text.bytes, dayIsFirst: dayIsFirst)
            let isOwn = table.rows.first.map { LedgerTable.recognises($0.values) } ?? false
            // A single column is no table that says when and how much.
            guard isOwn || table.mapping.columns.count > 1 else { throw .unknownFormat }
            (format, proposal) = (isOwn ? .larderCSV : .csv, .table(table))
        }
    }

    /// By which the mapping of files of this kind is remembered; nil for formats that need none, and tables without a header.
    var header: String? {
        switch (format, proposal) {
        case (.csv, .table(let table)): table.header
        case (.qif, _): "qif"
        default: nil
        }
    }

    /// How the file is read unless its owner says otherwise; nil for formats that say so themselves.
    var proposedMapping: FileMapping? {
        switch (format, proposal) {
        case (.csv, .table(let table)): table.mapping
        case (.qif, .qif(let mapping)): mapping
        default: nil
        }
    }

    /// Reads the file.
    /// - Parameters:
    ///   - mapping: How; nil for the proposed one.
    ///   - currency: Of rows that don't name theirs; empty where it isn't known.
    ///   - bounds: What its owner may import.
    /// - Throws: `FileProblem` where nothing of it can be imported.
    func read(
        _ mapping: FileMapping?,
        currency: String,
        for user: UUID,
        within bounds: EntryBounds
    ) throws(FileProblem) -> ReadFile {
        let mapping = proposedMapping.map { mapping ?? $0 }
        var gathering = FileGathering(
            ReadFile(format: format, encoding: text.encoding, mapping: mapping, currency: currency),
            for: user,
            within: bounds
        )
        switch format {
        case .csv:
            guard let mapping else { throw .unknownFormat }
            // Without a day and an amount there is nothing to be read; its owner is shown the columns.
            if mapping.isComplete {
                try TableReader(mapping: mapping, currency: currency).read(text.bytes, into: &gathering)
            }
        case .qif:
            try QIFReader(mapping: mapping ?? FileMapping(), currency: currency).read(text.bytes, into: &gathering)
        case .ofx:
            var reader = OFXReader(text.bytes, currency: currency)
            try reader.read(into: &gathering)
        case .larderCSV:
            var reader = CSVReader(text.bytes, delimiter: ownDelimiter)
            guard let header = reader.next() else { throw .unknownFormat }
            try LedgerTableReader(header.values).read(&reader, into: &gathering)
        case .larderJSON:
            var reader = LedgerDocumentReader(text.bytes)
            try reader.read(into: &gathering)
        }
        return gathering.file
    }

    /// The columns of a table under a mapping, with their first values.
    func columns(_ mapping: FileMapping) -> [TableColumn] {
        guard format == .csv else { return [] }
        var reader = CSVReader(text.bytes, delimiter: mapping.delimiter)
        var rows: [CSVReader.Row] = []
        while rows.count < mapping.skippedRows + 12, let row = reader.next() { rows.append(row) }
        let table = rows.dropFirst(mapping.skippedRows)
        let names = mapping.hasHeader ? table.first?.values ?? [] : []
        let entries = mapping.hasHeader ? table.dropFirst() : table
        let width = min(ImportLimits.columns, ([names.count] + entries.map(\.values.count)).max() ?? 0)
        return (0..<width).map { column in
            let samples = entries.compactMap { row in row.values.indices.contains(column) ? row.values[column] : nil }
            return TableColumn(
                name: names.indices.contains(column) ? String(names[column].prefix(100)) : "",
                samples: samples.filter { !$0.isEmpty }.prefix(3).map { String($0.prefix(60)) }
            )
        }
    }

    /// A spreadsheet may have written Larder's own table anew, with the delimiter of its country.
    private var ownDelimiter: UInt8 {
        guard case .table(let table) = proposal else { return UInt8(ascii: ",") }
        return table.mapping.delimiter
    }
}
