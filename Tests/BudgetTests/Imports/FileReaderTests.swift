import Foundation
import Foundations
import FoundationsTestSupport
import Testing
import Texts

@testable import larder_budget

@Suite("Files that are imported")
struct FileReaderTests {
    private static let user = UUID()

    private func read(_ text: String, currency: String = "CAD", mapping: FileMapping? = nil) throws -> ReadFile {
        try ImportedFile(Array(text.utf8)).read(
            mapping,
            currency: currency,
            for: Self.user,
            within: BudgetTestEnvironment.bounds
        )
    }

    private func names(_ file: ReadFile) -> [String] { file.entries.map(\.purchase.title) }

    private func amounts(_ file: ReadFile) -> [Int64] { file.entries.map(\.purchase.counted) }

    // MARK: Tables

    @Test("Values may be quoted, have line breaks and any line ends, and rows know their lines")
    func rows() {
        let text = "a,\"b, \"\"c\"\"\",\"d\r\ne\"\r\nf,,\n\n\"g\"h,i\rj"
        var reader = CSVReader(Array(text.utf8), delimiter: UInt8(ascii: ","))
        var rows: [CSVReader.Row] = []
        while let row = reader.next() { rows.append(row) }
        #expect(rows.map(\.values) == [["a", "b, \"c\"", "d\ne"], ["f", "", ""], [""], ["gh", "i"], ["j"]])
        #expect(rows.map(\.line) == [1, 3, 4, 5, 6])
        #expect(rows.allSatisfy { $0.problem == nil })
    }

    @Test("A quotation mark that is never closed, and a value that is too long, are reported on their lines")
    func brokenRows() throws {
        let long = String(repeating: "x", count: ImportLimits.valueBytes + 1)
        let file = try read(
            "date,description,amount\n2025-03-01,\(long),-1\n2025-03-02,Tea,-2\n2025-03-03,\"Rest,-3\n2025-03-04,More,-4\n"
        )
        #expect(names(file) == ["Tea"])
        #expect(file.invalid.map(\.line) == [2, 4])
        #expect(file.invalid.last?.problem.text.english == "A quotation mark opens here that is never closed.")
    }

    @Test("Dates that can be read in two orders are told of, unless one of them tells")
    func ambiguousDates() throws {
        func order(_ rows: String) throws -> DateOrder? { try read("date,description,amount\n\(rows)").otherDateOrder }
        #expect(try order("03/04/2025,Tea,-2\n05/05/2025,Tea,-2\n") == .dayMonthYear)
        #expect(try order("03/04/2025,Tea,-2\n13/04/2025,Tea,-2\n") == nil)
        #expect(try order("05/05/2025,Tea,-2\n") == nil)
        let yearFirst = try read("date,description,amount\n25/03/01,Tea,-2\n25/03/12,Tea,-2\n")
        #expect(yearFirst.mapping?.dateOrder == .yearMonthDay)
        #expect(try order("2025-03-04,Tea,-2\n") == nil)
        #expect(try order("4 Mar 2025,Tea,-2\n") == nil)
        #expect(try read("!Type:Bank\nD03/04'25\nT-2.00\nPTea\n^\n").otherDateOrder == .dayMonthYear)
    }

    @Test("What banks write for characters is read, and what is no such reference stays")
    func references() throws {
        func name(_ text: String) throws -> [String] {
            names(
                try read(
                    "OFXHEADER:100\n<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20250309<TRNAMT>-1<NAME>\(text)</STMTTRN></OFX>"
                )
            )
        }
        #expect(try name("Fish &amp; Chips &lt;3&gt; &#233;&#xE9;") == ["Fish & Chips <3> éé"])
        #expect(try name("A & B; &copy; &; &#xZZ; &#+1; &#0;C") == ["A & B; &copy; &; &#xZZ; &#+1; C"])
    }

    @Test("One identifier of many transactions is told apart without comparing each with all")
    func repeatedIdentifiers() throws {
        let rows = (1...ImportLimits.rows).map { number in
            "<STMTTRN><DTPOSTED>20250309<TRNAMT>-\(number).00<FITID>1<NAME>Tea</STMTTRN>"
        }
        let file = try read("OFXHEADER:100\n<OFX><CURDEF>CAD<ACCTID>7\(rows.joined())</OFX>")
        #expect(Set(file.entries.map(\.reference)).count == ImportLimits.rows)
        #expect(file.entries.prefix(2).map(\.reference) == ["7\n1", "7\n1\n2"])
    }

    @Test("Columns are found by their names in English and French, and by what they have")
    func columns() throws {
        let english = try read(
            "Transaction Date,Description,Debit,Credit,Balance\n01/31/2025,Rent,\"1,200.00\",,5\n02/01/2025,Pay,,2500.00,6\n"
        )
        #expect(english.mapping?.columns == [.date, .name, .spent, .received, .unused])
        #expect(english.mapping?.dateOrder == .monthDayYear)
        #expect(amounts(english) == [120_000, -250_000])
        #expect(english.entries.map(\.isReceived) == [false, true])
        let french = try read(
            "Date de l’opération;Libellé;Montant;Devise\n31/01/2025;Loyer;-1 200,00;EUR\n01/02/2025;\"Café; thé\";-4,5;€\n"
        )
        #expect(french.mapping?.columns == [.date, .name, .amount, .currency])
        #expect(french.mapping?.delimiter == UInt8(ascii: ";"))
        #expect(french.mapping?.hasDecimalComma == true)
        #expect(amounts(french) == [120_000, 450])
        #expect(french.entries.map(\.purchase.content.currency) == ["EUR", "EUR"])
        #expect(names(french) == ["Loyer", "Café; thé"])
        let numbered = try read(
            "Account Number,Transaction Date,Cheque Number,Description 1,Description 2,CAD$,USD$\n12,1/31/2025,,SHOP,Groceries,-5.00,\n"
        )
        #expect(numbered.mapping?.columns == [.unused, .date, .unused, .name, .note, .amount, .unused])
        #expect(names(numbered) == ["SHOP"])
        let nameless = try read("2025-01-31\tBakery\t12\t3.25\n2025-02-01\tButcher\t13\t10.50\n")
        #expect(nameless.mapping?.hasHeader == false)
        #expect(nameless.mapping?.columns == [.date, .name, .unused, .amount])
        #expect(amounts(nameless) == [325, 1_050])
    }

    @Test("Lines ahead of the header are skipped")
    func preamble() throws {
        let file = try read("Account 12345\n\nFrom 2025-01-01\ndate,payee,amount\n2025-01-05,Shop,-5.00\n")
        #expect(file.mapping?.skippedRows == 3)
        #expect(names(file) == ["Shop"])
        #expect(file.entries.map(\.line) == [5])
    }

    @Test("Every row that cannot be read says why, and the others are read")
    func errors() throws {
        let file = try read(
            """
            date,time,name,amount,currency
            2025-03-01,10:00,Good,-1.00,CAD
            ,10:00,No day,-1.00,CAD
            2025-02-30,10:00,No such day,-1.00,CAD
            2025-03-02,25:00,No such time,-1.00,CAD
            2025-03-02,10:00,No amount,,CAD
            2025-03-02,10:00,Words,many,CAD
            2025-03-02,10:00,Nothing,0,CAD
            2025-03-02,10:00,Half a cent,-1.005,CAD
            2025-03-02,10:00,Half a yen,-1.5,JPY
            2025-03-02,10:00,Dollars,-1,Dollar
            2025-03-02,10:00,\(String(repeating: "x", count: 201)),-1,CAD
            2025-03-02,10:00,,-1,CAD
            2025-03-02,10:00,Too much,-99999999999999999999,CAD
            """
        )
        #expect(names(file) == ["Good"])
        #expect(file.invalid.map(\.line) == Array(3...14))
        #expect(Set(file.invalid.map(\.problem.text.english)).count >= 10)
        let tooMuch = "99999999999999999999 is more than Larder counts."
        #expect(file.invalid.last?.problem.text.english == tooMuch)
    }

    @Test("Dates are read in many forms, and in the order in which all of a file are days")
    func dates() {
        for text in [
            "2025-03-09", "2025/3/9", "20250309", "9 Mar 2025", "Mar 9, 2025", "9 mars 2025", "2025-03-09T17:42:10Z",
        ] {
            #expect(WrittenDate(text, .yearMonthDay)?.day.text == "2025-03-09", "\(text)")
        }
        for text in ["09/03/2025", "9.3.25", "09-03-25", "9/3'25", "9/ 3'25", "09032025"] {
            #expect(WrittenDate(text, .dayMonthYear)?.day.text == "2025-03-09", "\(text)")
        }
        #expect(WrittenDate("3/9/25", .monthDayYear)?.day.text == "2025-03-09")
        #expect(WrittenDate("2025-03-09 5:42 PM", .yearMonthDay)?.time == "17:42")
        #expect(WrittenDate("12/31/69", .monthDayYear)?.day.year == 2069)
        for text in ["", "12", "2025-13-01", "1/2", "31/12/1899", "yesterday", String(repeating: "9", count: 50)] {
            #expect(WrittenDate(text, .dayMonthYear) == nil, "\(text)")
        }
        #expect(DateOrder.detected(in: ["01/02/2025", "13/02/2025"], dayIsFirst: false) == .dayMonthYear)
        #expect(DateOrder.detected(in: ["01/02/2025", "02/13/2025"], dayIsFirst: false) == .monthDayYear)
        #expect(DateOrder.detected(in: ["01/02/2025"], dayIsFirst: false) == .monthDayYear)
        #expect(DateOrder.detected(in: ["01/02/2025"], dayIsFirst: true) == .dayMonthYear)
        // Only in one order do they follow each other.
        #expect(
            DateOrder.detected(in: ["03/01/2025", "04/01/2025", "02/02/2025", "05/02/2025"], dayIsFirst: false)
                == .dayMonthYear
        )
    }

    @Test("Amounts are read with either decimal mark, groups, signs and symbols, and nothing else")
    func writtenAmounts() {
        let points = [
            "1,234.50": "1234.50", "$-4.00": "-4.00", "(12.30)": "-12.30", "12.30-": "-12.30", "CAD 5": "5",
            "1'000.5": "1000.5",
            "−7.25 €": "-7.25", ".5": "0.5", "+3": "3", "1 234 567.8": "1234567.8",
        ]
        for (text, number) in points {
            #expect(WrittenAmount.decimal(text, hasDecimalComma: false) == ExactDecimal(number), "\(text)")
        }
        for (text, number) in ["1.234,50": "1234.50", "1\u{202F}234,5 $": "1234.5", "-0,99": "-0.99"] {
            #expect(WrittenAmount.decimal(text, hasDecimalComma: true) == ExactDecimal(number), "\(text)")
        }
        for text in [
            "", "-", "12,50", "1,23,456.00", "1.2.3", "--4", "1e5", "12abc34", "=1+1", "Description 1",
            String(repeating: "1", count: 61),
        ] {
            #expect(WrittenAmount.decimal(text, hasDecimalComma: false) == nil, "\(text)")
        }
    }

    @Test("Characters are decoded from UTF-8, UTF-16 and Windows-1252")
    func encodings() throws {
        let text = "date;libellé;montant\n2025-03-01;Épicerie – 5 €;-5,00\n"
        let utf16 = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let windows = text.unicodeScalars.map { scalar -> UInt8 in
            switch scalar {
            case "€": 0x80
            case "–": 0x96
            default: UInt8(scalar.value)
            }
        }
        let files: [(String, [UInt8])] = [
            ("UTF-8", Array(text.utf8)), ("UTF-8", [0xEF, 0xBB, 0xBF] + Array(text.utf8)),
            ("UTF-16", [0xFF, 0xFE] + utf16),
            ("Windows-1252", windows),
        ]
        for (encoding, bytes) in files {
            let file = try ImportedFile(bytes).read(
                nil,
                currency: "EUR",
                for: Self.user,
                within: BudgetTestEnvironment.bounds
            )
            #expect(file.encoding.rawValue == encoding)
            #expect(names(file) == ["Épicerie – 5 €"])
        }
    }

    // MARK: OFX

    @Test("OFX 1 and 2 are read, with their references and currencies")
    func ofx() throws {
        let sgml = """
            OFXHEADER:100
            DATA:OFXSGML

            <OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>CAD
            <BANKACCTFROM><ACCTID>123</BANKACCTFROM>
            <BANKTRANLIST>
            <STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20250309120000[-8:PST]<TRNAMT>-12.30<FITID>A1<NAME>Bakery &amp; caf&#233;<MEMO>Card
            </STMTTRN>
            <STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250310<TRNAMT>5,00<FITID>A2<NAME>Refund</STMTTRN>
            </BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
            """
        let first = try read(sgml, currency: "EUR")
        #expect(first.format == .ofx && first.invalid.isEmpty)
        #expect(names(first) == ["Bakery & café", "Refund"])
        #expect(amounts(first) == [1_230, -500])
        #expect(first.entries.map(\.isReceived) == [false, true])
        #expect(first.entries.map(\.reference) == ["123\nA1", "123\nA2"])
        #expect(first.entries.allSatisfy { $0.purchase.content.currency == "CAD" })
        #expect(first.entries.map(\.line) == [7, 9])
        let xml = """
            <?xml version="1.0"?><?OFX OFXHEADER="200"?>
            <OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>CAD</CURDEF><BANKTRANLIST>
            <STMTTRN><DTPOSTED>20250311</DTPOSTED><TRNAMT>-1000</TRNAMT><FITID>B</FITID><NAME>Hotel</NAME>
            <CURRENCY><CURRATE>0.01</CURRATE><CURSYM>JPY</CURSYM></CURRENCY></STMTTRN>
            <STMTTRN><DTPOSTED>20250311</DTPOSTED><TRNAMT>-9.00</TRNAMT><FITID>C</FITID><NAME>Train</NAME>
            <ORIGCURRENCY><CURRATE>1.5</CURRATE><CURSYM>EUR</CURSYM></ORIGCURRENCY></STMTTRN>
            </BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>
            """
        let second = try read(xml)
        #expect(second.entries.map(\.purchase.content.currency) == ["JPY", "CAD"])
        #expect(amounts(second) == [1_000, 900])
    }

    @Test("What an OFX document declares is not expanded, and one that ends too early is reported")
    func hostileOFX() throws {
        let entities = """
            <?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">
            <!ENTITY file SYSTEM "file:///etc/passwd">]>
            <OFX><CURDEF>CAD</CURDEF><STMTTRN><DTPOSTED>20250311</DTPOSTED><TRNAMT>-1</TRNAMT><NAME>&lol2;&file;</NAME></STMTTRN></OFX>
            """
        #expect(names(try read(entities)) == ["&lol2;&file;"])
        let cut = try read("<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20250311<TRNAMT>-1<NAME>Cut")
        #expect(cut.entries.isEmpty && cut.invalid.count == 1)
        let deep = try read("<OFX>" + String(repeating: "<A>", count: 200_000))
        #expect(deep.entries.isEmpty && deep.invalid.isEmpty)
        #expect(try read("<OFX><STMTTRN><TRNAMT").invalid.count == 1)
    }

    // MARK: QIF

    @Test("QIF of more items than a file may have is rejected, and many lines of a record are read at once")
    func manyParts() throws {
        let splits = String(repeating: "Sfood\n$-1.00\n", count: 400)
        let records = String(repeating: "D2025-03-09\nT-400.00\n\(splits)^\n", count: 51)
        #expect(throws: FileProblem.self) { try read("!Type:Bank\n" + records) }
        // The time for each line does not grow with those before it: this would take hours otherwise.
        let lines = String(repeating: "Astreet\n", count: 300_000)
        let file = try read("!Type:Bank\n\(lines)D2025-03-09\nT-4.00\nPBakery\n^\n")
        #expect(names(file) == ["Bakery"])
    }

    @Test("What is in the ledger many times is found once for each row, with what no bank names first")
    func manyAlike() throws {
        let print: [UInt8] = [1]
        let named = KnownEntries.Entry(fingerprints: [print], references: [[9]])
        let unnamed = KnownEntries.Entry(fingerprints: [print])
        var known = KnownEntries([named] + Array(repeating: unnamed, count: 100_000))
        let rows = Array(repeating: EntryIdentity(fingerprint: print, reference: nil), count: 100_000)
        let byBank = EntryIdentity(fingerprint: print, reference: [9])
        let other = EntryIdentity(fingerprint: print, reference: [8])
        let found = known.recognise([other] + rows + [byBank])
        // The other one takes an entry that no bank names; of the rows one is too many then.
        #expect(found.count { $0 } == 100_001 && found.first == true && found.last == true)
        #expect(found[100_000] == false)
    }

    @Test("QIF is read, splits as items, and accounts of investments are rejected")
    func qif() throws {
        let file = try read(
            """
            !Account
            NChequing
            TBank
            ^
            !Type:Bank
            D3/ 9'25
            T-12.30
            PBakery
            MBread
            LGroceries
            ^
            D3/13'25
            T-50.00
            PSupermarket
            SFood
            EApples
            $-30.00
            SHousehold
            $-20.00
            ^
            D3/14'25
            T100.00
            PPay
            ^
            !Type:Invst
            D3/14'25
            NBuy
            ^
            """
        )
        #expect(file.format == .qif)
        #expect(names(file) == ["Bakery", "Supermarket", "Pay"])
        #expect(amounts(file) == [1_230, 5_000, -10_000])
        #expect(file.entries[0].purchase.content.purchasedAt.day?.text == "2025-03-09")
        #expect(file.entries[1].purchase.content.items.map(\.productName) == ["Apples", "Household"])
        #expect(file.invalid.map(\.line) == [25])
        #expect(file.unknownCategories == ["Groceries", "Food", "Household"])
    }

    // MARK: Limits

    @Test("Files that are none of these, or too large, are rejected whole")
    func rejections() {
        func problem(_ bytes: [UInt8]) -> FileProblem? {
            do throws(FileProblem) {
                _ = try ImportedFile(bytes).read(
                    nil,
                    currency: "CAD",
                    for: Self.user,
                    within: BudgetTestEnvironment.bounds
                )
                return nil
            } catch {
                return error
            }
        }
        #expect(problem([]) == .empty)
        #expect(problem(Array(" \n \r\n".utf8)) == .empty)
        #expect(problem([UInt8](repeating: 0x41, count: ImportLimits.bytes + 1)) == .tooLarge)
        #expect(problem([0x50, 0x4B, 3, 4, 0, 0, 0, 0]) == .notText)
        #expect(problem([0xFF, 0xFE, 0x41]) == .notText)
        #expect(problem(Array("One sentence without a table.".utf8)) == .unknownFormat)
        #expect(problem(Array(#"{"entries":[]}"#.utf8)) == .otherDocument)
        #expect(problem(Array((LedgerDocument.beginning + "{\"id\":").utf8)) == .broken)
        #expect(problem(Array((LedgerDocument.beginning + "[").utf8)) == .broken)
        let row = "2025-03-01,Tea,-1.00\n"
        let many = "date,name,amount\n" + String(repeating: row, count: ImportLimits.rows + 1)
        #expect(problem(Array(many.utf8)) == .tooManyRows)
    }

    @Test("No bytes stop the service", arguments: 0..<300)
    func random(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let beginnings = [
            "", "<OFX><STMTTRN>", "!Type:Bank\n", LedgerDocument.beginning, LedgerTable.header, "date,amount,name\n",
            "\"",
        ]
        let alphabet = Array("<>/&;#\"'\\{}[]:,\n\r\t^DTPS$!0123456789.-éA=".utf8) + [0, 0xFF, 0xFE, 0x80]
        let beginning = beginnings.randomElement(using: &generator) ?? ""
        let bytes = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
            alphabet.randomElement(using: &generator) ?? 0
        }
        do throws(FileProblem) {
            _ = try ImportedFile(Array(beginning.utf8) + bytes).read(
                nil,
                currency: "CAD",
                for: Self.user,
                within: BudgetTestEnvironment.bounds
            )
        } catch {}
    }
}
