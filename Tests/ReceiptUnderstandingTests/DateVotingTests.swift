import Testing

@testable import ReceiptUnderstanding

@Suite("Dates decided by vote")
struct DateVotingTests {
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

    /// The page after each of its regions got the same readings.
    private func decided(_ page: RecognizedPage, _ readings: [String], thisYear: Int? = 2024) -> RecognizedPage {
        var page = page
        let regions = DateRegions.find(on: page).map { region in
            var voting = DateVoting(region, thisYear: thisYear)
            for reading in readings { voting.add(reading, confidence: 60) }
            return (region, voting)
        }
        for day in DecidedDate.all(regions) { day.apply(to: &page) }
        return page
    }

    private func date(_ page: RecognizedPage) -> Field<String>? { ReadingCombination.draft(of: page).date }

    @Test("a clear majority replaces the date in every reading, with high confidence")
    func majority() throws {
        var read = page("26/01/2024")
        read.alternatives = [page("26/01/2024"), page("25/01/2024")]
        let readings = [String](repeating: "ate: 25/01/2024 10", count: 12) + ["2S/O1/2 24"]
        let field = try #require(date(decided(read, readings)))
        #expect(field.value == "2024-01-25")
        #expect(!field.needsReview)
    }

    @Test("disagreeing readings leave the likeliest date, marked as doubtful")
    func split() throws {
        let readings = ["25/01/2024", "25/01/2024", "26/01/2024", "28/01/2024", "25/01/2024"]
        let field = try #require(date(decided(page("26/01/2024~"), readings)))
        #expect(field.value == "2024-01-25")
        #expect(field.needsReview)
        // An original reading with high confidence prevails.
        let sure = try #require(date(decided(page("26/01/2024"), readings)))
        #expect(sure.value == "2024-01-26")
        #expect(sure.needsReview)
    }

    @Test("readings without a date change nothing")
    func blind() {
        #expect(date(decided(page("26/01/2024"), ["", "2~ O1 /", "no day"]))?.value == "2024-01-26")
    }

    @Test("a future year loses against a past one")
    func future() {
        let readings = ["25/01/2074", "25/01/2074", "25/01/2074", "25/01/2024"]
        #expect(date(decided(page("25/01/2074"), readings))?.value == "2024-01-25")
        #expect(date(decided(page("25/01/2074"), readings, thisYear: nil))?.value == "2074-01-25")
    }

    @Test("a time and characters around the date are kept")
    func surroundings() {
        let readings = [String](repeating: "25/01/2024", count: 5)
        let words = decided(page("7-(26/01/2024)"), readings).words.map(\.text)
        #expect(words.contains("7-(25/01/2024)"))
        #expect(words.contains("10:15"))
    }

    @Test("a month's name is read again as a month")
    func name() {
        let readings = [String](repeating: "25-JAN-2024", count: 5)
        #expect(date(decided(page("25-FEB-2024"), readings))?.value == "2024-01-25")
    }

    @Test("the space beside a date label is a region, though nothing was read there")
    func label() throws {
        let read = Sketch(text: Self.receipt.replacing("Date: 25/01/2024  10:15", with: "Invoice 12345678  Date:")).page
        let regions = DateRegions.find(on: read)
        let label = try #require(read.words.first { $0.text == "Date:" })
        #expect(regions.contains { $0.band.left >= label.box.right })
        let readings = [String](repeating: "25/01/2024", count: 5)
        #expect(date(decided(read, readings))?.value == "2024-01-25")
    }

    @Test("regions that differ in one digit vote together, others separately")
    func regions() throws {
        let twice = Self.receipt.replacing("TOTAL ", with: "Printed 26/01/2024 10:20\nTOTAL ")
        let found = DateRegions.find(on: Sketch(text: twice).page)
        #expect(found.count == 2)
        var votings = found.map { DateVoting($0, thisYear: 2024) }
        for _ in 0..<6 { votings[0].add("25/01/2024", confidence: 60) }
        #expect(votings[1].winner?.day == "2024-01-26")
        #expect(votings[1].joined(votings[0]).winner?.day == "2024-01-25")
        var other = DateVoting(found[1], thisYear: 2024)
        for _ in 0..<6 { other.add("31/12/2023", confidence: 60) }
        #expect(other.joined(votings[0]).winner?.day == "2023-12-31")
    }

    @Test("prices, telephone numbers and codes are not date regions")
    func noPlaces() {
        let text = """
            CORNER SHOP LTD
            TEL 03-4296 0133
            9556641320027
            MILK             £3.00
            TOTAL             3.00
            """
        #expect(!DateRegions.find(on: Sketch(text: text).page).contains { !$0.isVague })
        #expect(date(decided(Sketch(text: text).page, ["£3.00"])) == nil)
    }
}
