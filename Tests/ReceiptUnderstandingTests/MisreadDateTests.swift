import Testing

@testable import ReceiptUnderstanding

@Suite("Garbled dates")
struct MisreadDateTests {
    private func date(_ text: String, latest: String? = "2027-01-01") -> Field<String>? {
        let page = Sketch(text: "KEDAI SINAR SDN BHD\nJALAN BESAR 3\n" + text + "\nTOTAL RM 5.00").page
        return ReceiptInterpreter(hints: ReceiptHints(latestDay: latest)).draft(from: page).date
    }

    @Test("a future date is not the date of purchase")
    func future() {
        #expect(date("DATE: 14/03/2026", latest: "2026-03-13") == nil)
        #expect(date("DATE: 14/03/2026", latest: "2026-03-14")?.value == "2026-03-14")
        #expect(date("DATE: 14/03/2026", latest: nil)?.value == "2026-03-14")
    }

    @Test("a confident reading without a date is believed", arguments: ["DATE: 31/02/2026", "DATE: 14/23/2026"])
    func sure(_ text: String) {
        #expect(date(text) == nil)
    }

    @Test(
        "doubtful digits and lost strokes are corrected and marked for review",
        arguments: [
            ("DATE: 14/03/2078~", "2018-03-14"), ("DATE: 14/63/2026~", "2026-03-14"), ("DATE: 1403/2026", "2026-03-14"),
            ("DATE: 14032026", "2026-03-14"), ("DATE: 14103/2026", nil), ("DATE: 14/03/7026~", "2026-03-14"),
        ] as [(String, String?)]
    )
    func repaired(_ text: String, _ day: String?) {
        let found = date(text)
        #expect(found?.value == day)
        #expect(found?.needsReview ?? true)
    }

    @Test("a valid date is preferred to a garbled one")
    func soundFirst() {
        #expect(date("DATE: 1403/2026\nCLOSED: 15/03/2026")?.value == "2026-03-15")
    }

    @Test("two dates that differ in one digit leave doubt")
    func nearlyTheSame() {
        #expect(date("DATE: 16/03/2026\nCLOSED: 16/03/2026")?.needsReview == false)
        #expect(date("DATE: 16/03/2026\nCLOSED: 18/03/2026")?.needsReview == true)
    }

    @Test("a doubtful word makes a doubtful date, whatever is beside it")
    func doubt() {
        #expect(date("DATE: 16/03/2026~ CASHIER 00123456")?.needsReview == true)
    }

    @Test("a misread PM is an afternoon", arguments: ["06:20 PH", "06:20 PN", "06:20PM"])
    func afternoon(_ time: String) {
        let page = Sketch(text: "KEDAI SINAR SDN BHD\nDATE: 16/03/2026 \(time)\nTOTAL RM 5.00").page
        #expect(ReceiptInterpreter().draft(from: page).time?.value == "18:20")
    }
}
