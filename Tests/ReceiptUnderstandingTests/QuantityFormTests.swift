import ReceiptUnderstanding
import Testing

@Suite("Quantities in any position")
struct QuantityFormTests {
    static let forms: [(String, String)] = [
        ("before the name", "1x PLAIN RICE  10.40\n2x COOKING OIL  10.40"),
        ("behind the name", "PLAIN RICE  x1  10.40\nCOOKING OIL  x2  10.40"),
        ("with a unit under the name", "PLAIN RICE\n1.00 UNIT  10.40  10.40\nCOOKING OIL\n2.00 UNIT  5.20  10.40"),
        ("with pieces under the name", "PLAIN RICE\n  1 PCS X 10.40  10.40\nCOOKING OIL\n  2 PCS X 5.20  10.40"),
        ("on the row above", "  1 x 10.40\nPLAIN RICE  10.40\n  2 x 5.20\nCOOKING OIL  10.40"),
        ("on the row below", "PLAIN RICE  10.40\n  1 @ RM10.40\nCOOKING OIL  10.40\n  2 @ RM5.20"),
        ("below, the price first", "PLAIN RICE  10.40 SR\n  10.40 x 1\nCOOKING OIL  10.40 SR\n  5.20 x 2"),
        ("below, with its word", "PLAIN RICE  10.40\n  Qty: 1  @ 10.40\nCOOKING OIL  10.40\n  Qty: 2  @ 5.20"),
        ("below, alone", "PLAIN RICE  10.40\n  1 EA\nCOOKING OIL  10.40\n  2 EA"),
        ("in a column", "ITEM  QTY  U/PRICE  AMOUNT\nPLAIN RICE  1  10.40  10.40\nCOOKING OIL  2  5.20  10.40"),
        (
            "in a column behind the price",
            "DESCRIPTION  PRICE  QTY  AMOUNT\nPLAIN RICE  10.40  1  10.40\nCOOKING OIL  5.20  2  10.40"
        ),
        (
            "in the first column",
            "QTY  ITEM  PRICE  TOTAL\n1  PLAIN RICE  10.40  10.40 SR\n2  COOKING OIL  5.20  10.40 SR"
        ),
        (
            "beside a code, with prices before and after tax",
            "ITEM  QTY  S/PRICE  S/PRICE  AMOUNT  TAX\n9556001234567  1  9.81  10.40  10.40 SR\nPLAIN RICE\n"
                + "9556001234568  2  4.91  5.20  10.40 SR\nCOOKING OIL"
        ),
    ]

    @Test("one and two are distinguished", arguments: forms)
    func toldApart(_ place: String, _ items: String) {
        let text =
            "KEDAI SINAR SDN BHD\nNO 3, JALAN BESAR 3,\n81300 SKUDAI, JOHOR\nDate: 12/03/2018\n\(items)\nTOTAL  RM20.80"
        let found = ReceiptInterpreter().draft(from: RecognizedPage(text: text)).items
        #expect(found.map(\.name) == ["PLAIN RICE", "COOKING OIL"])
        #expect(found.map(\.quantity) == [1000, 2000])
        #expect(found.map(\.amount) == [1040, 1040])
    }

    @Test("the price per pound is printed after the weight")
    func perPound() throws {
        let text =
            "CORNER STORE\n12 Main St\nColumbus OH 43215\nBANANAS\n 2.46 lb @ 1 lb / 0.79  1.94\nAPPLES\n2.31 1b @ $2.49/lb  5.75\nTOTAL  $7.69"
        let items = ReceiptInterpreter().draft(from: RecognizedPage(text: text)).items
        #expect(items.map(\.quantity) == [2460, 2310])
        #expect(items.map(\.unitPrice) == [79, 249])
    }
}
