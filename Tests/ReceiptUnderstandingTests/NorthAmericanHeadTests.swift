import Testing

@testable import ReceiptUnderstanding

@Suite("Heads of Canadian and American receipts")
struct NorthAmericanHeadTests {
    private func draft(_ head: String) -> ReceiptDraft { Sketch(text: head + "\nTOTAL  $61.74").draft }

    @Test(
        "a town belongs to the address, whatever its name resembles",
        arguments: [
            ("4005 Highway 17 West", "Sable Lake ON P0T 2E0"), ("15 Main Street", "Elmira Point OH 45999"),
            ("15 Main Street", "Elmira Point 0H 45999"), ("4005 Highway 17 West", "Sable Lake ON POT 2EO"),
        ]
    )
    func town(_ street: String, _ town: String) {
        let draft = draft("NORTHWAY DRUG\n\(street)\n\(town)\nTEL 807-555-0150")
        #expect(draft.storeAddress?.value == "\(street) \(town)")
        #expect(draft.storeName?.value == "NORTHWAY DRUG")
    }

    @Test("short words of a name are not states")
    func shortWords() {
        let draft = draft("BISTRO DE LA RIVE\n212 rue du Quai\nValmont QC J7K 1B6")
        #expect(draft.storeName?.value == "BISTRO DE LA RIVE")
        #expect(draft.storeAddress?.value == "212 rue du Quai Valmont QC J7K 1B6")
    }

    @Test(
        "the town determines the currency, also with a misread code",
        arguments: [("Fernhollow BC VoX 1J0", "CAD"), ("Elmira Hill 0H 45999", "USD"), ("Salem MA 01999", "USD")]
    )
    func currency(_ town: String, _ code: String) {
        #expect(draft("THE COPPER KETTLE\n312 Wharf Street\n\(town)").currency?.value == code)
    }
}
