import Testing

@testable import ReceiptUnderstanding

@Suite("Days that are looked at closely")
struct DayVoteTests {
    private static let receipt = """
        CORNER SHOP LTD
        12 High Street, Elmham NR20 5JH
        Date: 25/01/2024  10:15
        MILK             £3.00
        TOTAL             3.00
        """

    private func page(_ day: String) -> RecognizedPage {
        Sketch(text: Self.receipt.replacing("25/01/2024", with: day)).page
    }

    /// The page after each of its places got the same looks.
    private func decided(_ page: RecognizedPage, _ looks: [String], thisYear: Int? = 2024) -> RecognizedPage {
        var page = page
        let places = DayPlaces.find(on: page).map { place in
            var ballot = DayBallot(place, thisYear: thisYear)
            for look in looks { ballot.add(look, confidence: 60) }
            return (place, ballot)
        }
        for day in DecidedDay.all(places) { day.apply(to: &page) }
        return page
    }

    private func date(_ page: RecognizedPage) -> Field<String>? { ReadingCombination.draft(of: page).date }

    @Test("what nearly all looks see stands in every reading afterwards, surely")
    func majority() throws {
        var read = page("26/01/2024")
        read.alternatives = [page("26/01/2024"), page("25/01/2024")]
        let looks = [String](repeating: "ate: 25/01/2024 10", count: 12) + ["2S/O1/2 24"]
        let field = try #require(date(decided(read, looks)))
        #expect(field.value == "2024-01-25")
        #expect(!field.needsReview)
    }

    @Test("looks that see different days leave the likeliest one, in doubt")
    func split() throws {
        let looks = ["25/01/2024", "25/01/2024", "26/01/2024", "28/01/2024", "25/01/2024"]
        let field = try #require(date(decided(page("26/01/2024~"), looks)))
        #expect(field.value == "2024-01-25")
        #expect(field.needsReview)
        // What readings were sure of stands against that.
        let sure = try #require(date(decided(page("26/01/2024"), looks)))
        #expect(sure.value == "2024-01-26")
        #expect(sure.needsReview)
    }

    @Test("looks that see no day leave what was read")
    func blind() {
        #expect(date(decided(page("26/01/2024"), ["", "2~ O1 /", "no day"]))?.value == "2024-01-26")
    }

    @Test("a year to come loses against one that is past")
    func future() {
        let looks = ["25/01/2074", "25/01/2074", "25/01/2074", "25/01/2024"]
        #expect(date(decided(page("25/01/2074"), looks))?.value == "2024-01-25")
        #expect(date(decided(page("25/01/2074"), looks, thisYear: nil))?.value == "2074-01-25")
    }

    @Test("a time and signs around the day stay as they were read")
    func surroundings() {
        let looks = [String](repeating: "25/01/2024", count: 5)
        let words = decided(page("7-(26/01/2024)"), looks).words.map(\.text)
        #expect(words.contains("7-(25/01/2024)"))
        #expect(words.contains("10:15"))
    }

    @Test("a month by its name stays one that is read")
    func name() {
        let looks = [String](repeating: "25-JAN-2024", count: 5)
        #expect(date(decided(page("25-FEB-2024"), looks))?.value == "2024-01-25")
    }

    @Test("beside the word for a day is a place to look, though nothing was read there")
    func label() throws {
        let read = Sketch(text: Self.receipt.replacing("Date: 25/01/2024  10:15", with: "Invoice 12345678  Date:")).page
        let places = DayPlaces.find(on: read)
        let label = try #require(read.words.first { $0.text == "Date:" })
        #expect(places.contains { $0.band.left >= label.box.right })
        let looks = [String](repeating: "25/01/2024", count: 5)
        #expect(date(decided(read, looks))?.value == "2024-01-25")
    }

    @Test("two places that differ in a digit vote together, other days for themselves")
    func places() throws {
        let twice = Self.receipt.replacing("TOTAL ", with: "Printed 26/01/2024 10:20\nTOTAL ")
        let found = DayPlaces.find(on: Sketch(text: twice).page)
        #expect(found.count == 2)
        var ballots = found.map { DayBallot($0, thisYear: 2024) }
        for _ in 0..<6 { ballots[0].add("25/01/2024", confidence: 60) }
        #expect(ballots[1].winner?.day == "2024-01-26")
        #expect(ballots[1].joined(ballots[0]).winner?.day == "2024-01-25")
        var other = DayBallot(found[1], thisYear: 2024)
        for _ in 0..<6 { other.add("31/12/2023", confidence: 60) }
        #expect(other.joined(ballots[0]).winner?.day == "2023-12-31")
    }

    @Test("prices, telephone numbers and codes are no places of days")
    func noPlaces() {
        let text = """
            CORNER SHOP LTD
            TEL 03-4296 0133
            9556641320027
            MILK             £3.00
            TOTAL             3.00
            """
        #expect(!DayPlaces.find(on: Sketch(text: text).page).contains { !$0.isVague })
        #expect(date(decided(Sketch(text: text).page, ["£3.00"])) == nil)
    }
}
