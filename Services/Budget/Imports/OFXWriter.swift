import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import Postgres

/// Writes a ledger as statements of OFX 2.1, a statement a currency. What was spent is below 0, as on a bank's.
enum LedgerStatements {
    static func beginning(at time: Date) -> String {
        let day = CalendarDay(of: time, in: .gmt)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
            <OFX>
            <SIGNONMSGSRSV1><SONRS><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>\
            <DTSERVER>\(OFXText.date(day))</DTSERVER><LANGUAGE>ENG</LANGUAGE></SONRS></SIGNONMSGSRSV1>
            <BANKMSGSRSV1>

            """
    }

    static let end = "</BANKMSGSRSV1>\n</OFX>\n"
}

/// The statement of what was spent in one currency.
struct LedgerStatement {
    /// The bank that exported files name, whose transactions have the ids of a ledger's entries.
    static let bank = "LARDER"

    let currency: String
    let first: CalendarDay
    let last: CalendarDay

    var beginning: String {
        """
        <STMTTRNRS><TRNUID>\(currency)</TRNUID><STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>
        <STMTRS><CURDEF>\(currency)</CURDEF><BANKACCTFROM><BANKID>\(Self.bank)</BANKID><ACCTID>\(currency)</ACCTID>\
        <ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>
        <BANKTRANLIST><DTSTART>\(OFXText.date(first))</DTSTART><DTEND>\(OFXText.date(last))</DTEND>

        """
    }

    /// A ledger knows what was spent, and nothing of an account's balance: it is written as 0, since there has to be one.
    var end: String {
        """
        </BANKTRANLIST>
        <LEDGERBAL><BALAMT>0</BALAMT><DTASOF>\(OFXText.date(last))</DTASOF></LEDGERBAL>
        </STMTRS></STMTTRNRS>

        """
    }

    /// A transaction; empty for an entry that has no day.
    func transaction(_ purchase: Budget.Purchase) -> String {
        guard let day = CalendarDay(purchase.purchasedAt?.date ?? "") else { return "" }
        let spent = (purchase.total ?? purchase.computedTotal)?.minorUnits ?? 0
        let amount = Money.text(minorUnits: 0 &- spent, currencyCode: currency)
        let item = purchase.items.first?.productName ?? ""
        let name = purchase.kind == .expenditure ? item : purchase.storeName.isEmpty ? item : purchase.storeName
        let place = purchase.kind == .expenditure ? purchase.storeName : ""
        let memo = [place, purchase.note].filter { !$0.isEmpty }.joined(separator: " · ")
        return """
            <STMTTRN><TRNTYPE>\(spent < 0 ? "CREDIT" : "DEBIT")</TRNTYPE><DTPOSTED>\(OFXText.date(day))</DTPOSTED>\
            <TRNAMT>\(amount)</TRNAMT><FITID>\(OFXText.escaped(purchase.id))</FITID>\
            <NAME>\(OFXText.escaped(name, limit: 32))</NAME>\
            \(memo.isEmpty ? "" : "<MEMO>\(OFXText.escaped(memo, limit: 255))</MEMO>")</STMTTRN>

            """
    }
}

extension SpendingStore {
    /// The currencies of a ledger in a period, each with its first and last day.
    func statements(_ filter: PurchaseFilter, of user: UUID) async throws -> [LedgerStatement] {
        let rows = try await pool.query(
            """
            SELECT currency, min(purchased_on) AS first, max(purchased_on) AS last FROM purchases
            WHERE user_id = \(user) AND state <> 'discarded' AND purchased_on IS NOT NULL \(period(filter))
            GROUP BY currency ORDER BY currency
            """
        )
        return try rows.map {
            LedgerStatement(currency: try $0["currency"], first: try $0["first"], last: try $0["last"])
        }
    }
}

/// Values of OFX documents.
private enum OFXText {
    static func date(_ day: CalendarDay) -> String { day.text.replacing("-", with: "") }

    /// - Parameter limit: The most characters; the rest is left out.
    static func escaped(_ text: String, limit: Int = 255) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ").prefix(limit).reduce(into: "") {
            result,
            character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
