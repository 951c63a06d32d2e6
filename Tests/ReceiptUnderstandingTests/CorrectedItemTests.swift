import Testing

@testable import ReceiptUnderstanding

@Suite("Rows among items that are no purchases")
struct CorrectedItemTests {
    private func draft(_ text: String) -> ReceiptDraft {
        let head = "CEDAR STORES\n12 Mill Street\nFernhollow BC V0X 1J4\n2026-03-04 17:12\n"
        return ReceiptInterpreter().draft(from: RecognizedPage(text: head + text))
    }

    private func items(_ text: String) -> [String] { draft(text).items.map { "\($0.name) \($0.amount)" } }

    @Test(
        "are voided items with the rows that void them",
        arguments: ["VOID HAND TOWEL", "HAND TOWEL", "HAND TOWEL VOID", "*BATAL* HAND TOWEL"]
    )
    func voided(_ name: String) {
        let read = items(
            """
            BREAD           2.88
            HAND TOWEL      2.97
            ** VOIDED ENTRY **
            \(name)     -2.97
            PET TOY         1.97
            SUBTOTAL        4.85
            TOTAL           4.85
            """
        )
        #expect(read == ["BREAD 288", "PET TOY 197"])
    }

    @Test("are neither returns nor promotions, which nothing says are void")
    func returned() {
        #expect(items("MILK 5.00\nMILK 5.00\nMILK -5.00\nTOTAL 5.00") == ["MILK 500", "MILK 500", "MILK -500"])
        #expect(items("BREAD 2.88\nSANDPAPER -1.99\nTOTAL 0.89") == ["BREAD 288", "SANDPAPER -199"])
    }

    @Test("are sums without a word that says so", arguments: ["Gross", "", "pcs 3"])
    func sum(_ label: String) {
        let read = items(
            """
            Eye test       35.00
            Frame         129.00
            \(label)   164.00
            Benefit      - 42.00
            TOTAL PAYABLE 122.00
            """
        )
        #expect(read == ["Eye test 3500", "Frame 12900", "Benefit -4200"])
    }

    @Test("are the sums of kinds of items")
    func kinds() {
        let read = items(
            """
            Chilli Crab    57.00
            Prawn          24.00
            Tiger Beer     13.80
            FOOD           81.00
            BEVERAGE       13.80
            SUBTOTAL       94.80
            TOTAL          94.80
            """
        )
        #expect(read == ["Chilli Crab 5700", "Prawn 2400", "Tiger Beer 1380"])
    }

    @Test("are not items that cost as much as those above them")
    func coincidence() {
        let read = items("APPLES 2.00\nPEARS 3.00\nFRUIT BASKET 5.00\nTOTAL 10.00")
        #expect(read == ["APPLES 200", "PEARS 300", "FRUIT BASKET 500"])
    }

    @Test("are a deposit paid before, and what remains of the total after it")
    func deposit() {
        let read = draft(
            """
            Room          400.00
            Laundry        18.00
            Total Payable 418.00
            Less: Deposit -200.00
            Balance Due   218.00
            Mastercard    218.00
            """
        )
        #expect(read.total?.value == 41_800)
        #expect(read.items.map(\.amount) == [40_000, 1_800])
    }

    @Test("are a negative amount before the total, whatever it is called, and none below it")
    func unnamedDiscount() {
        let read = draft(
            """
            FRAME         520.00
            LENS          360.00
            GROSS TOTAL   880.00
            FREE GIFT     -15.00
            NET TOTAL     865.00
            Settled      -865.00
            """
        )
        #expect(read.total?.value == 86_500)
        #expect(read.items.map(\.amount) == [52_000, 36_000, -1_500])
    }

    @Test("are no heading: a count of articles under a total")
    func count() {
        let read = draft("BLOUSE 59.00\nBELT 49.00\nTOTAL QTY   2\nVOUCHER -8.00\nNET TOTAL 100.00")
        #expect(read.items.map(\.amount) == [5_900, 4_900, -800])
    }

    @Test("are charges in Malay and their subtotal, which explain the total")
    func charges() {
        let read = draft(
            """
            NASI          200.00
            JUMLAH KECIL  200.00
            DISKAUN 2%     -4.00
            CAJ PERKHIDMATAN 5% 9.80
            SST 6%         12.35
            JUMLAH        218.15
            """
        )
        #expect(read.total?.value == 21_815)
        #expect(read.serviceCharge?.value == 980)
        #expect(read.subtotal?.value == 20_000)
    }

    @Test("are not deposits on bottles, which belong to the total")
    func bottleDeposit() {
        let read = draft(
            "COLA 6.00\nCHIPS 4.00\nSUBTOTAL 10.00\nBOTTLE DEPOSIT 0.30\nTAX 0.65\nBALANCE DUE 10.95\nCASH 20.00\nCHANGE 9.05"
        )
        #expect(read.total?.value == 1_095)
    }

    @Test("are not names after stars")
    func stars() {
        #expect(
            items("** NASI GORENG\n2 x 6.00  12.00\n** TEH\n1 x 2.00  2.00\nTOTAL 14.00") == [
                "NASI GORENG 1200", "TEH 200",
            ]
        )
    }

    @Test("are savings only where the prices do not contain them")
    func saved() {
        #expect(items("MILK 5.00\nREG 6.00 SAVED 1.00\nBREAD 2.00\nTOTAL 7.00") == ["MILK 500", "BREAD 200"])
        let full = items("MILK 6.00\nSAVED 1.00\nBREAD 2.00\nTOTAL 7.00")
        #expect(full.count == 3 && full.contains { $0.hasSuffix(" -100") })
    }

    @Test(
        "do not tell a country by the name of a dish",
        arguments: ["THAI BASIL CHICKEN", "BEEF WELLINGTON", "LED E27 100W", "CORK BOARD"]
    )
    func country(_ name: String) {
        let read = ReceiptInterpreter().draft(from: RecognizedPage(text: "SHOP\n\(name) $12.00\nTOTAL $12.00"))
        #expect(read.currency == nil)
    }

    @Test("are a voucher that pays for the total")
    func voucher() {
        let read = draft(
            "KING MEAL 124.90\nDAIRY SOFT SERVE 33.80\nTOTAL 158.70\nVOUCHER 20.00\nCARD 138.70\nCHANGE 0.00"
        )
        #expect(read.total?.value == 15_870)
        #expect(read.items.map(\.amount) == [12_490, 3_380])
    }

    @Test(
        "are not goods whose name resembles a word of receipts",
        arguments: [
            "PAINT BRUSH", "CABLE 2M", "SUMMER FRUIT", "PESTO", "STEER BURGER", "TAPES", "BAYAM", "COLGATE TOTAL 120ML",
            "CONTACT LENS FLUID", "PINTS MILK", "CHICKEN B/LESS", "KERANG BAKAR", "TOLAK ANGIN", "FISHING NET",
            "SALAD W/ROLL",
        ]
    )
    func resemblance(_ name: String) {
        let read = items("\(name)   4.49\nBREAD 2.88\nMILK 1.99\nSUBTOTAL 9.36\nTOTAL 9.36")
        #expect(read == ["\(name) 449", "BREAD 288", "MILK 199"])
    }

    @Test("are modifiers, which do not take the place of names", arguments: ["- no pudding", "+ oat milk", "> large"])
    func modifiers(_ modifier: String) {
        let read = items(
            """
            Seafood Chowder
              1   11.95   11.95
              \(modifier)
            Full Irish
              1   14.50   14.50
              \(modifier)
            Flat White
              2    3.90    7.80
            TOTAL         34.25
            """
        )
        #expect(read == ["Seafood Chowder 1195", "Full Irish 1450", "Flat White 780"])
    }

    @Test("are numbers of articles, which are no names")
    func codes() {
        let read = items(
            "Indoor Cat 4kg\nSKU RC-2529-4\n1 x 79.99   79.99\nKong Medium\nSKU KNG-T2\n2 x 19.50   39.00\nTOTAL 118.99"
        )
        #expect(read == ["Indoor Cat 4kg 7999", "Kong Medium 3900"])
    }
}

@Suite("Amounts in unusual forms")
struct UnusualAmountTests {
    private func items(_ text: String) -> [String] {
        ReceiptInterpreter().draft(from: RecognizedPage(text: text)).items.map { "\($0.name) \($0.amount)" }
    }

    @Test("whole ones with a stroke")
    func strokes() {
        #expect(
            items("Fleurs SA\nRue 4\n1700 Fribourg\nBouquet   45.–\nRoses   35.–\nTotal Fr. 80.–") == [
                "Bouquet 4500", "Roses 3500",
            ]
        )
        #expect(
            items("SILKS\nCASH BILL\nSaree   2,900/-\nBlouse   540/-\nTotal Rs. 3,440/-") == [
                "Saree 290000", "Blouse 54000",
            ]
        )
    }

    @Test("thousands apart")
    func thousands() {
        let text = "GUEST HOUSE\n17 Marine Drive\nRoom 3 450,00\nBreakfast 570,00\nTOTAL 4 020,00"
        #expect(items(text) == ["Room 345000", "Breakfast 57000"])
    }

    @Test("a price without decimals before the amount, and a minus before the sign")
    func priceAndMinus() {
        #expect(items("GERAI\nJLN BESAR\n2.35KG DURIAN @38   89.30\nTOTAL RM 89.30").first?.hasSuffix(" 8930") == true)
        #expect(
            items("SHOP\nBouquet RM 128.00\nRAYA10     - RM 14.80\nTOTAL RM 113.20") == [
                "Bouquet 12800", "RAYA10 -1480",
            ]
        )
        #expect(items("SALON\nHaircut - RM 25.00\nWash - RM 5.00\nTOTAL RM 30.00") == ["Haircut 2500", "Wash 500"])
    }

    @Test(
        "that no receipt has end nothing",
        arguments: [
            "GST 99999999999% 9999999.99 8888888.88", "TAX 30% 9.000", "GST 6% 99999999999.99 99999999999.99",
            "TOTAL 999999999999", "SST 99999999.999% 99999999999 99999999999",
        ]
    )
    func enormous(_ row: String) {
        let many = (0..<300).map { "ITEMABC\($0) KD99999999999" }.joined(separator: "\n")
        for country in ["KUWAIT", "SDN BHD", "YEN"] {
            let text = "SHOP \(country)\nMILK 1.00\n\(many)\nTOTAL 99.000\n\(row)"
            _ = ReceiptInterpreter().draft(from: RecognizedPage(text: text))
        }
    }

    @Test("units that are no names")
    func units() {
        #expect(
            items("OPTIK\nFRAME 2000\n1 PR   380.00\nPVC PIPE\n3 LEN  7.50   22.50\nTOTAL RM 402.50") == [
                "FRAME 38000", "PVC PIPE 2250",
            ]
        )
    }
}
