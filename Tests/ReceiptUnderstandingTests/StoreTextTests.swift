import Testing

@testable import ReceiptUnderstanding

@Suite("Names and addresses with scraps")
struct StoreTextTests {
    private func row(_ text: String) throws -> ReceiptRow { try #require(Sketch(text: text).rows.first) }

    @Test("marks and doubtful scraps at the ends of a row are removed")
    func scraps() throws {
        #expect(StoreText.clean(try row("| JALAN BESAR 3, | ~")) == "JALAN BESAR 3,")
        #expect(StoreText.clean(try row("Fr~ - TAMAN AMAN A~")) == "TAMAN AMAN")
        #expect(StoreText.clean(try row("NO 3, JALAN BESAR")) == "NO 3, JALAN BESAR")
        #expect(StoreText.clean(try row("|")) == "")
    }

    @Test(
        "company numbers are not part of a name",
        arguments: [
            ("SINAR SDN BHD (123456-X)", "SINAR SDN BHD"), ("SINAR (M) SDN BHD E0118-4)", "SINAR (M) SDN BHD"),
            ("SINAR SDN BHD 1110000-W", "SINAR SDN BHD"), ("MART 99", "MART 99"),
            ("SINAR (MALAYSIA) SDN BHD (1234 X", "SINAR (MALAYSIA) SDN BHD"),
        ]
    )
    func registration(_ printed: String, _ name: String) {
        #expect(StoreText.withoutRegistration(printed) == name)
    }

    @Test(
        "a misread legal form is corrected, other words are not",
        arguments: [
            ("SINAR SON BHD", "SINAR SDN BHD"), ("SINAR CON. BHO.", "SINAR SDN. BHD."), ("SON BHD", "SON BHD"),
            ("SINAR MART 5/8", "SINAR MART S/B"), ("SINAR 1/2", "SINAR 1/2"),
            ("FATHER AND SON BAKERY", "FATHER AND SON BAKERY"),
        ]
    )
    func legalForm(_ printed: String, _ name: String) {
        #expect(StoreText.withLegalForm(printed, ReceiptLocale.malaysia.correctedLegalForm) == name)
    }

    @Test("rows with company numbers are not an address")
    func numbers() throws {
        #expect(StoreText.isRegistration(try row("{UST Rey No. uD1492992O00u")))
        #expect(StoreText.isRegistration(try row("(SINAR SHOP (95874))")))
        #expect(!StoreText.isRegistration(try row("NO 8, JALAN 7/118B, 56000 KUALA LUMPUR")))
    }

    @Test("half a name, or an owner's name in its place, is marked for review")
    func halfName() {
        let text = "CO. (M) SDN BHD\nNO 8, JALAN 7/118B\n56000 KUALA LUMPUR\nTOTAL RM 5.00"
        #expect(Sketch(text: text).draft.storeName?.needsReview ?? true)
    }
}

@Suite("Evidence for name and address in the head")
struct HeadEvidenceTests {
    private func draft(_ head: String) -> ReceiptDraft {
        Sketch(text: head + "\nDATE 12/03/2018\nSABUN  RM12.00\nTOTAL  RM12.00").draft
    }

    @Test("a lone name above its address is certain")
    func alone() {
        let draft = draft("KEDAI SINAR SDN BHD\n(123456-X)\nNO 3, JALAN BESAR 3,\n81300 SKUDAI, JOHOR")
        #expect(draft.storeName?.needsReview == false)
        #expect(draft.storeAddress?.needsReview == false)
    }

    @Test("of two names one is the owner's, so the name is marked for review")
    func rival() {
        let draft = draft(
            "HAPPY NOODLE HOUSE\nSINAR VENTURES SDN BHD\n(123456-X)\nNO 3, JALAN BESAR 3,\n81300 SKUDAI, JOHOR"
        )
        #expect(draft.storeName?.needsReview == true)
    }

    @Test("letters seen in a drawing are not a second name")
    func drawing() {
        let draft = draft("ee~ Wroe~ Tla~\nKEDAI SINAR SDN BHD\n(123456-X)\nNO 3, JALAN BESAR 3,\n81300 SKUDAI, JOHOR")
        #expect(draft.storeName?.value == "KEDAI SINAR SDN BHD")
        #expect(draft.storeName?.needsReview == false)
    }

    @Test("an address that ends with a comma is incomplete")
    func openEnd() {
        let draft = draft("KEDAI SINAR SDN BHD\nNO.23 BATU 10, TAMAN SENTOSA,\nGST ID : 001609584640")
        #expect(draft.storeAddress?.needsReview == true)
    }

    @Test("a lot number is not a post code, and a street's row not a company number")
    func rows() {
        let draft = draft("KEDAI SINAR SDN BHD\nLOT P.T. 33198, BATU 4\nCo NO.50 JALAN AMAN 9/5\n42100 KLANG, SELANGOR")
        #expect(draft.storeAddress?.value == "LOT P.T. 33198, BATU 4 Co NO.50 JALAN AMAN 9/5 42100 KLANG, SELANGOR")
    }
}
