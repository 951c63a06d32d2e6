import Foundation
import Foundations

/// Reads transactions of bank accounts and credit cards from OFX 1 (SGML) and OFX 2 (XML).
///
/// Elements are read one after the other without a tree, and nothing that a document declares is expanded: of character references
/// only the predefined ones and numbers are known. Source: OFX 1.6 and 2.2, sections 2.3 and 11.4.
struct OFXReader {
    /// What of a transaction is read.
    private static let fields: Set<String> = ["DTPOSTED", "DTUSER", "TRNAMT", "FITID", "NAME", "MEMO", "CURSYM"]

    private let bytes: [UInt8]
    private var place = 0
    private var line = 1
    private let currency: String
    /// The different transactions of each identifier.
    private var uses: [String: [Use: Int]] = [:]

    /// What tells transactions with one identifier from each other.
    private struct Use: Hashable {
        let day: CalendarDay
        let spent: ExactDecimal
    }

    /// - Parameter currency: Of statements that don't name theirs; empty where it isn't known.
    init(_ bytes: [UInt8], currency: String) { (self.bytes, self.currency) = (bytes, currency) }

    /// Whether a file's beginning is that of an OFX document.
    static func recognises(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(2_000), as: UTF8.self).uppercased()
        return start.hasPrefix("OFXHEADER") || start.contains("<OFX>") || start.contains("<?OFX")
    }

    /// An element: a name, whether it ends or begins, and what follows it up to the next one.
    private struct Element {
        let line: Int
        let name: String
        let isEnd: Bool
        let bytes: ArraySlice<UInt8>

        /// What it has, made of what a document has of it only where that is read.
        var value: String { OFXReader.decoded(bytes) }
    }

    /// Takes the transactions of a document.
    /// - Throws: `FileProblem` for more than a file may have.
    mutating func read(into gathering: inout FileGathering) throws(FileProblem) {
        var (bank, account, statementCurrency) = ("", "", currency)
        var values: [String: String]?
        var (start, isInOtherCurrency) = (1, false)
        while let element = nextElement() {
            switch (element.name, element.isEnd) {
            case ("BANKID", false): bank = element.value
            case ("ACCTID", false): account = String(element.value.prefix(ImportLimits.nameLength))
            case ("CURDEF", false): statementCurrency = element.value.uppercased()
            case ("STMTTRN", false): (values, start, isInOtherCurrency) = ([:], element.line, false)
            case ("STMTTRN", true):
                guard let found = values else { continue }
                values = nil
                try gathering.take(line: start) { gathering throws(RowProblem) in
                    var transaction = try Self.transaction(found, start, statementCurrency)
                    transaction.reference = reference(of: transaction, bank, account)
                    return try gathering.entry(transaction)
                }
            // The amount is in this currency; with ORIGCURRENCY it has been converted.
            case ("CURRENCY", let isEnd): isInOtherCurrency = !isEnd
            case ("CURSYM", false) where !isInOtherCurrency: continue
            case (let name, false) where Self.fields.contains(name) && values != nil && values?[name] == nil:
                values?[name] = element.value
            default: continue
            }
        }
        if values != nil {
            try gathering.take(line: start) { _ throws(RowProblem) in throw RowProblem(.budget.importIncomplete) }
        }
    }

    private static func transaction(
        _ values: [String: String],
        _ line: Int,
        _ currency: String
    ) throws(RowProblem) -> FileTransaction {
        let date = values["DTPOSTED"] ?? values["DTUSER"] ?? ""
        guard !date.isEmpty else { throw RowProblem(.budget.importDateMissing) }
        // With a time that is the bank's rather than the purchase's.
        guard let day = WrittenDate(String(date.prefix(8)), .yearMonthDay)?.day else {
            throw RowProblem(.budget.importDateWrong(value: String(date.prefix(40))))
        }
        let amount = values["TRNAMT"] ?? ""
        guard !amount.isEmpty else { throw RowProblem(.budget.importAmountMissing) }
        // A point or a comma, and nothing between thousands (3.2.9.2).
        let decimal = WrittenAmount.decimal(amount, hasDecimalComma: amount.contains(",") && !amount.contains("."))
        guard let decimal else { throw RowProblem(.budget.importAmountWrong(value: String(amount.prefix(40)))) }
        let (name, memo) = (values["NAME"] ?? "", values["MEMO"] ?? "")
        return FileTransaction(
            line: line,
            day: day,
            name: name,
            spent: -decimal,
            currency: values["CURSYM"]?.uppercased() ?? currency,
            note: memo == name ? "" : memo,
            reference: values["FITID"] ?? ""
        )
    }

    /// By what a transaction is known in other files, empty where the bank gives it nothing. A ledger's own entries are known by their
    /// ids in all that it exports. Some banks use an identifier again: another day or amount is another transaction.
    private mutating func reference(of transaction: FileTransaction, _ bank: String, _ account: String) -> String {
        guard !transaction.reference.isEmpty else { return "" }
        if bank == LedgerStatement.bank { return ReadEntry.larderReference(transaction.reference) }
        let reference = "\(account)\n\(transaction.reference)"
        let use = Use(day: transaction.day, spent: transaction.spent)
        let number = uses[reference]?[use] ?? (uses[reference]?.count ?? 0) + 1
        uses[reference, default: [:]][use] = number
        return number == 1 ? reference : "\(reference)\n\(number)"
    }

    // MARK: Elements

    private mutating func nextElement() -> Element? {
        while let begin = skip(to: UInt8(ascii: "<")) {
            let first = line
            guard let end = skip(to: UInt8(ascii: ">")) else { return nil }
            let tag = bytes[(begin + 1)..<end]
            place = end + 1
            // Declarations and instructions say nothing that is read.
            guard let mark = tag.first, mark != UInt8(ascii: "?"), mark != UInt8(ascii: "!") else { continue }
            let isEnd = mark == UInt8(ascii: "/")
            let name = String(decoding: (isEnd ? tag.dropFirst() : tag).prefix(64).prefix { $0 > 0x20 }, as: UTF8.self)
            let valueStart = place
            let valueEnd = skip(to: UInt8(ascii: "<")) ?? bytes.count
            let value = bytes[valueStart..<valueEnd].prefix(isEnd ? 0 : ImportLimits.valueBytes)
            return Element(line: first, name: name.uppercased(), isEnd: isEnd, bytes: value)
        }
        return nil
    }

    /// Goes to the next such byte and counts the lines on the way; nil where there is none.
    private mutating func skip(to byte: UInt8) -> Int? {
        while place < bytes.count {
            if bytes[place] == byte { return place }
            if bytes[place] == UInt8(ascii: "\n") { line += 1 }
            place += 1
        }
        return nil
    }

    private static func decoded(_ value: ArraySlice<UInt8>) -> String {
        let text = String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        var rest = Array(text.utf8)[...]
        guard rest.contains(UInt8(ascii: "&")) else { return text }
        var decoded: [UInt8] = []
        while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
            decoded += rest[..<mark]
            rest = rest[(mark + 1)...]
            // The longest are a number of seven digits and a hexadecimal one of six.
            if let end = rest.prefix(9).firstIndex(of: UInt8(ascii: ";")), let found = character(rest[..<end]) {
                decoded += found.utf8
                rest = rest[(end + 1)...]
            } else {
                decoded.append(UInt8(ascii: "&"))
            }
        }
        return String(decoding: decoded + rest, as: UTF8.self)
    }

    /// What a reference without its marks stands for: nothing for a number of no character; nil for what is no reference.
    private static func character(_ reference: ArraySlice<UInt8>) -> String? {
        let name = String(decoding: reference, as: UTF8.self)
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        case "nbsp": return " "
        default:
            guard name.first == "#" else { return nil }
            let isHexadecimal = name.dropFirst().first == "x"
            let digits = name.dropFirst(isHexadecimal ? 2 : 1)
            guard digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: isHexadecimal ? 16 : 10) else {
                return nil
            }
            // No text has a NUL.
            return value == 0 ? "" : Unicode.Scalar(value).map { String(Character($0)) } ?? ""
        }
    }
}
