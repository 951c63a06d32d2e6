import Foundations
import Testing

@testable import larder_budget

@Suite("The day of a purchase")
struct PurchaseDayTests {
    @Test(
        "is rejected when it does not exist, has another form or is before 1900",
        arguments: ["", "2025-02-29", "1900-02-29", "1899-12-31", "2025-1-1", "09/03/2025", "2025-01-01T00:00"]
    )
    func rejected(text: String) {
        #expect(CalendarDay(purchaseDay: text) == nil)
    }

    @Test("is read from 1900 on", arguments: ["2024-02-29", "2000-02-29", "1900-01-01", "9999-12-31"])
    func read(text: String) {
        #expect(CalendarDay(purchaseDay: text)?.text == text)
    }
}
