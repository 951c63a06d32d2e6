import Testing

@testable import ReceiptUnderstanding

@Suite("The address at the head of a receipt")
struct AddressTests {
    private func address(_ head: String) -> String? {
        let text = "MAPLE JUNCTION\n\(head)\nBREAD 7.50\nTOTAL 7.50"
        return ReceiptInterpreter().draft(from: RecognizedPage(text: text)).storeAddress?.value
    }

    @Test(
        "includes a town whose code is before or after it",
        arguments: [
            "1050 IXELLES", "B-4000 LIEGE", "Pretoria 0181", "Chennai 600 017", "Cork T12 X70A", "NELSON 7010",
            "Brunswick East VIC 3057",
        ]
    )
    func town(_ town: String) {
        #expect(address("12 Mill Street\n\(town)") == "12 Mill Street \(town)")
    }

    @Test(
        "begins with a street that has no number, above a town",
        arguments: ["Mill Street, Gardens", "HAGLEY ROAD WEST", "Shop 12, Banksia Arcade"]
    )
    func street(_ street: String) {
        #expect(address("\(street)\nCape Town 8001") == "\(street) Cape Town 8001")
    }

    @Test("goes on below a post code whose town is on the next row")
    func codeBeforeTown() {
        #expect(
            address("22A JALAN DATO ONN, 70000\nSEREMBAN, N. SEMBILAN.\nTARIKH 03.06.2021")
                == "22A JALAN DATO ONN, 70000 SEREMBAN, N. SEMBILAN."
        )
    }

    @Test("includes the floor and unit of a building in Singapore")
    func unit() {
        #expect(
            address("480 LOR 6 TOA PAYOH #B1-02\nSINGAPORE 310480") == "480 LOR 6 TOA PAYOH #B1-02 SINGAPORE 310480"
        )
    }

    @Test(
        "ends before a telephone number, opening hours, a tax number and a site's number",
        arguments: [
            "H/P: 016-2218834", "\n012-2218834", "\n*** BUKA 24 JAM ***", "\nHours Mon-Sun 8am-10pm",
            "\nSST NO: B16-1809-31023944", "\nSite 40218", "\n022 735 00 44 lu-ve 7h30-18h30",
        ]
    )
    func end(_ next: String) {
        #expect(address("7, JLN PERUSAHAAN 2,\n68100 BATU CAVES \(next)") == "7, JLN PERUSAHAAN 2, 68100 BATU CAVES")
    }

    @Test(
        "is not cut where a unit, a year or a company's number looks like a telephone",
        arguments: [
            "LOT T-023, LEVEL 3,\n47800 PETALING JAYA", "JALAN SS 15/4, 47500 SUBANG JAYA", "12M JALAN 2, 47800 KLANG",
        ]
    )
    func numbers(_ text: String) {
        #expect(address(text) == text.replacing("\n", with: " "))
    }

    @Test("may have a street called after a point or a valley")
    func keywords() {
        let point = "Unit 4, 88 Barrys Point Rd, Takapuna\nAuckland 0622"
        #expect(address(point) == point.replacing("\n", with: " "))
        let terminal = "LOT T1-08, TERMINAL BERSEPADU SELATAN,\n57100 KUALA LUMPUR"
        #expect(address(terminal) == terminal.replacing("\n", with: " "))
        let quarter = "100 PERSIARAN INDAH,\n11900 BAYAN LEPAS, PULAU PINANG"
        #expect(address(quarter) == quarter.replacing("\n", with: " "))
        let valley = "LG-201, The Gardens South Court\nMid Valley City, Lingkaran Syed Putra\n59200 KL"
        #expect(address(valley) == valley.replacing("\n", with: " "))
    }

    @Test("is no year, no plot and no name with a number", arguments: ["SINCE 1974", "ROUTE 9 DINER"])
    func other(_ row: String) {
        #expect(address("\(row)\n12 Mill Street\nFernhollow BC V0X 1J4") == "12 Mill Street Fernhollow BC V0X 1J4")
    }
}
