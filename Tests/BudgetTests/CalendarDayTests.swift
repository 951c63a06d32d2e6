import Foundation
import Testing

@testable import larder_budget

@Suite("A calendar day")
struct CalendarDayTests {
    @Test(
        "is refused when it doesn't exist or is written otherwise",
        arguments: [
            "", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-10", "2025-04-31", "2025-01-00", "1899-12-31",
            "2025-1-1", "09/03/2025", "2025-01-01T00:00", "+025-01-01", "２025-01-01", "2025-01-0a",
        ]
    )
    func refused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test("is read", arguments: ["2024-02-29", "2000-02-29", "1900-01-01", "2025-12-31", "9999-12-31"])
    func read(text: String) {
        #expect(CalendarDay(text)?.text == text)
    }

    @Test("follows the time zone")
    func zone() throws {
        let instant = Date(timeIntervalSince1970: 1_741_500_000)
        let (auckland, honolulu) = (TimeZone(identifier: "Pacific/Auckland"), TimeZone(identifier: "Pacific/Honolulu"))
        #expect(CalendarDay(of: instant, in: .gmt).text == "2025-03-09")
        #expect(CalendarDay(of: instant, in: try #require(auckland)).text == "2025-03-09")
        #expect(CalendarDay(of: instant, in: try #require(honolulu)).text == "2025-03-08")
    }
}
