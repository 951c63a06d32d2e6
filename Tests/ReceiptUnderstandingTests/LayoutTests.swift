import ReceiptUnderstanding
import Testing

@Suite("Whole receipts of many layouts")
struct LayoutTests {
    static let layouts =
        NorthAmericanLayouts.all + WorldLayouts.all + GroceryLayouts.all + EuropeanLayouts.all + TableAndPumpLayouts.all

    @Test("there are at least 25 layouts")
    func layoutCount() {
        #expect(Self.layouts.count >= 25)
    }

    @Test("store, date, time and currency are found", arguments: layouts)
    func headFields(_ layout: Layout) {
        let draft = layout.draft
        #expect(draft.storeName?.value == layout.store)
        #expect(draft.date?.value == layout.date)
        #expect(draft.time?.value == layout.time)
        #expect(draft.currency?.value == layout.currency)
    }

    @Test("every line is split into a name and an amount", arguments: layouts)
    func items(_ layout: Layout) {
        let items = layout.draft.items
        #expect(items.map(\.name) == layout.items.map(\.0))
        #expect(items.map(\.amount) == layout.items.map(\.1))
    }

    @Test("subtotal, taxes and total are found and reconciled", arguments: layouts)
    func sums(_ layout: Layout) {
        let draft = layout.draft
        #expect(draft.subtotal?.value == layout.subtotal)
        #expect(draft.taxes.map(\.value.amount) == layout.taxes)
        #expect(draft.total?.value == layout.total)
        #expect(draft.sumsAgree == layout.sumsAgree)
    }
}
