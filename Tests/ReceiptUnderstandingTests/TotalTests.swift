import Testing

@testable import ReceiptUnderstanding

@Suite("The total from all evidence")
struct TotalTests {
    private func draft(_ sums: String, items: String = "NASI LEMAK  8.50\nTEH TARIK  2.20") -> ReceiptDraft {
        Sketch(
            text: "WARUNG SINAR SDN BHD\nJALAN BESAR 3, TAMAN AMAN\n14/03/2026\nITEM  AMOUNT(RM)\n" + items + "\n"
                + sums
        )
        .draft
    }

    @Test("unexplained sums give no total")
    func nothing() {
        #expect(draft("THANK YOU").total == nil)
        #expect(draft("TOTAL SAVINGS  1.00").total == nil)
    }

    @Test("a total contradicted by everything else is marked for review")
    func contradicted() {
        #expect(draft("TOTAL  99.90").total?.needsReview == true)
    }

    @Test("a total that all rows confirm is certain")
    func agreed() throws {
        let total = try #require(draft("TOTAL  10.70\nCASH  20.00\nCHANGE  9.30").total)
        #expect(total.value == 1070)
        #expect(total.confidence >= 95)
        #expect(total.box != nil)
    }

    @Test("cash minus change and the items outvote a misread row")
    func cash() throws {
        let total = try #require(draft("TOTAL  70.70~\nCASH  20.00\nCHANGE  9.30").total)
        #expect(total.value == 1070)
    }

    @Test("a row without a readable label counts where the sums say so")
    func unlabelled() {
        #expect(draft("SUB TOTAL  10.70\nGST 6%  0.64\nT0~  11.34\nC4~  11.34").total?.value == 1134)
    }

    @Test("a printed rate determines a misread total")
    func rate() {
        #expect(draft("TOTAL (EXCL GST)  10.70\nGST @ 6%  0,G~\nTOTAL (INCL GST)  11.84~").total?.value == 1134)
    }

    @Test("ringgit totals are sums of coins after rounding")
    func rounding() {
        #expect(
            draft("TOTAL  10.72\nROUNDING  -0.02\nCASH  10.70", items: "A LAUK  8.50\nB TEH  2.22").total?.value == 1070
        )
        let misread = draft("TOTAL  10.72\nROUNDING  -0.02\nNET TOTAL  10.78~\nCASH  10.70", items: "A LAUK  10.72")
        #expect(misread.total?.value == 1070)
    }

    @Test("a rounding larger than a coin is ignored as misread")
    func largeRounding() {
        #expect(draft("TOTAL INCL GST  10.70\nROUNDING  0.50~\nTOTAL  10.70").total?.value == 1070)
    }

    @Test("where only cash is rounded the total stays as printed")
    func cashRounding() throws {
        let text = """
            JUNIPER MARKET
            14 Juniper Street
            Fernhollow BC  V0X 1J4
            2026-03-14
            OATS  5.49
            HONEY  7.49
            SUBTOTAL  12.98
            TOTAL  $12.98
            CASH  15.00
            CHANGE  2.00
            """
        let total = try #require(Sketch(text: text).draft.total)
        #expect(total.value == 1298)
        #expect(!total.needsReview)
    }

    @Test("a negative total is accepted only where it is printed so")
    func negative() {
        #expect(draft("TOTAL PAYABLE  -3.00", items: "BUN RETURN  -3.00").total?.value == -300)
        #expect((draft("CASH  5.00\nCHANGE  9.30").total?.value ?? 0) >= 0)
    }

    @Test("the tax table is read without its row of sums, and service is not a second base")
    func taxTable() {
        let sums = """
            SUB TOTAL  150.00
            SERVICE CHARGE 10%  15.00
            GST 6%  9.90
            NET TOTAL  174.90
            TAX SUMMARY  AMOUNT  TAX
            SVC SERVICE 10  150.00  15.00
            SR GST 6%  165.00  9.90
            """
        let draft = draft(sums, items: "SET DINNER  150.00")
        #expect(draft.total?.value == 17_490)
        #expect(draft.taxes.map(\.value.amount) == [990])
    }

    @Test("numbers too large for a receipt neither count nor overflow")
    func enormous() {
        let draft = draft(
            "TOTAL RM 99999999999999\nGST 6% 99999999999.99\nCASH 99999999999999",
            items: "X RAY $ 99999999999999"
        )
        #expect(draft.total.map { $0.value < 1_000_000_000_000 } ?? true)
    }

    @Test("a page of only sums is processed in bounded time")
    func manySums() {
        let kinds = ["TOTAL", "SUB TOTAL", "GST 6%", "CASH", "CHANGE", "SERVICE CHARGE", "ROUNDING"]
        let rows = (0..<1500).map { "\(kinds[$0 % kinds.count])  \($0).\(10 + $0 % 90)" }
        _ = draft(rows.joined(separator: "\n"))
    }
}
