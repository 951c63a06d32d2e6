import Testing

@testable import ReceiptUnderstanding

@Suite("Combining readings of one receipt")
struct ReadingCombinationTests {
    private func draft(
        date: String? = nil,
        total: Int64? = nil,
        store: String? = "SHOP",
        confidence: Int = 80,
        agrees: Bool? = nil,
        amounts: [Int64] = []
    ) -> ReceiptDraft {
        var draft = ReceiptDraft()
        draft.date = date.map { Field($0, confidence: confidence) }
        draft.total = total.map { Field($0, confidence: confidence) }
        draft.storeName = store.map { Field($0, confidence: confidence) }
        draft.sumsAgree = agrees
        draft.items = amounts.map {
            ReceiptItem(
                kind: .purchase,
                name: "THING",
                amount: $0,
                confidence: confidence,
                box: PixelBox(x: 0, y: 0, width: 1, height: 1)
            )
        }
        return draft
    }

    @Test("a value that two readings agree on is more certain than in either")
    func agreement() throws {
        let both = ReadingCombination([draft(total: 500, confidence: 80), draft(total: 500, confidence: 70)]).draft
        let confidence = try #require(both.total?.confidence)
        #expect(confidence > 80 && confidence <= 100)
    }

    @Test("values that differ are marked for review, the more certain one first")
    func disagreement() throws {
        let draft = ReadingCombination([draft(date: "2024-01-02"), draft(date: "2024-01-07", confidence: 98)]).draft
        #expect(draft.date?.value == "2024-01-07")
        #expect(draft.date?.needsReview == true)
    }

    @Test("when two are equally certain, the more trusted reading's value wins, for review")
    func trust() {
        let draft = ReadingCombination([draft(date: "2024-01-02"), draft(date: "2024-01-07", confidence: 90)]).draft
        #expect(draft.date?.value == "2024-01-02")
        #expect(draft.date?.needsReview == true)
    }

    @Test("an address with fewer lines is not better")
    func address() {
        var first = draft()
        first.storeAddress = Field("12 High Street, Elmham NR20 5JH", confidence: 60)
        var other = draft()
        other.storeAddress = Field("12 High Street,", confidence: 95)
        #expect(ReadingCombination([first, other]).draft.storeAddress?.value == "12 High Street, Elmham NR20 5JH")
    }

    @Test("two readings outvote one")
    func majority() {
        let draft = ReadingCombination([draft(total: 300, confidence: 85), draft(total: 800), draft(total: 800)]).draft
        #expect(draft.total?.value == 800)
    }

    @Test("the reading whose sums agree determines items and total")
    func sums() {
        let combined = ReadingCombination([
            draft(total: 900, confidence: 90, agrees: false, amounts: [100]),
            draft(total: 300, confidence: 75, agrees: true, amounts: [100, 200]),
        ]).draft
        #expect(combined.items.map(\.amount) == [100, 200])
        #expect(combined.total?.value == 300)
        #expect(combined.total?.needsReview == false)
    }

    @Test("a value found by only one reading is taken; one found by none stays unknown")
    func missing() {
        let combined = ReadingCombination([draft(store: nil), draft(date: "2024-01-02", store: "SHOP")]).draft
        #expect(combined.date?.value == "2024-01-02")
        #expect(combined.storeName?.value == "SHOP")
        #expect(combined.total == nil)
    }

    @Test("store names that differ by a letter raise no doubt")
    func storeNames() {
        let combined = ReadingCombination([draft(store: "SHOP"), draft(store: "SH0P", confidence: 75)]).draft
        #expect(combined.storeName?.value == "SHOP")
        #expect(combined.storeName?.needsReview == false)
    }

    @Test("agreement on letters does not decide which of two names is the store's")
    func ceiling() {
        var (one, other) = (draft(store: "SHOP", confidence: 95), draft(store: "SHOP", confidence: 95))
        one.storeName?.ceiling = 60
        other.storeName?.ceiling = 60
        #expect(ReadingCombination([one, other]).draft.storeName?.needsReview == true)
    }

    @Test("a different name in the second reading lowers the confidence")
    func otherName() throws {
        let alone = ReadingCombination([draft(store: "SUNNY CORNER"), draft(store: "SUNNY CORNER")]).draft.storeName
        let beside = ReadingCombination([draft(store: "SUNNY CORNER"), draft(store: "HARBOUR FISH")]).draft.storeName
        #expect(try #require(beside).value == "SUNNY CORNER")
        #expect(try #require(beside).confidence < #require(alone).confidence)
    }

    @Test("a reading suffices when its sums agree and nothing important is doubtful")
    func sufficiency() {
        let good = draft(date: "2024-01-02", total: 300, agrees: true, amounts: [300])
        #expect(ReadingCombination.suffices(good))
        #expect(!ReadingCombination.suffices(draft(date: "2024-01-02", total: 300, agrees: nil)))
        #expect(!ReadingCombination.suffices(draft(total: 300, agrees: true)))
        #expect(!ReadingCombination.suffices(draft(date: "2024-01-02", total: 300, confidence: 60, agrees: true)))
        #expect(!ReadingCombination.suffices(draft(date: "2024-01-02", total: 300, store: nil, agrees: true)))
    }

    @Test("alternatives of a sufficient page are ignored")
    func page() {
        var page = RecognizedPage(text: "CORNER SHOP\n02/01/2024\nMILK  3.00\nTOTAL  3.00")
        let alone = ReadingCombination.draft(of: page)
        page.alternatives = [RecognizedPage(text: "CORNER SHOP\n02/01/2024\nMILK  3.00\nTOTAL  8.00")]
        let combined = ReadingCombination.draft(of: page)
        #expect(combined.total?.value == alone.total?.value)
    }
}
