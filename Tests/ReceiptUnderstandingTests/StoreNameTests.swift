import Testing

@testable import ReceiptUnderstanding

@Suite("The store's name among the rows of the head")
struct StoreNameTests {
    /// A printed row: its letters' height in pixels, and what is blank above it.
    private struct Line {
        var text: String
        var height = 20
        var blank = 6
    }

    /// A receipt of centred rows, followed by an address and two items.
    private func name(_ head: [Line], address: [String] = ["12 MILL STREET", "FERNHOLLOW BC V0X 1J4"]) -> String? {
        let rest =
            address.map { Line(text: $0) } + [
                Line(text: "2026-03-04 17:12", blank: 30), Line(text: "BREAD SLICED   4.00", blank: 30),
                Line(text: "MILK 2L   3.50"), Line(text: "TOTAL   7.50", blank: 30),
            ]
        var words: [RecognizedWord] = []
        var y = 0
        for (index, line) in (head + rest).enumerated() {
            y += line.blank
            let width = line.height / 2
            var x = 400 - line.text.count * width / 2
            for word in line.text.split(separator: " ", omittingEmptySubsequences: false) {
                if !word.isEmpty {
                    let box = PixelBox(x: x, y: y, width: word.count * width, height: line.height)
                    words.append(RecognizedWord(text: String(word), confidence: 95, box: box, line: index))
                }
                x += (word.count + 1) * width
            }
            y += line.height
        }
        return ReceiptInterpreter().draft(from: RecognizedPage(width: 800, height: y, words: words)).storeName?.value
    }

    private let malaysian = ["NO 14, JALAN RENGGIS 3,", "TAMAN RENGGIS, 81100 JOHOR BAHRU", "RM"]

    @Test("over rows of unequal size is read whole")
    func severalRows() {
        let rows = [Line(text: "PASAR MINI"), Line(text: "SERI MELOR", height: 40), Line(text: "JAYA SDN BHD")]
        #expect(name(rows, address: malaysian) == "PASAR MINI SERI MELOR JAYA SDN BHD")
        #expect(
            name([Line(text: "KEDAI BUKU"), Line(text: "PELITA", height: 36)], address: malaysian)
                == "KEDAI BUKU PELITA"
        )
        #expect(
            name([Line(text: "Alder & Sons", height: 36), Line(text: "FAMILY FOODS")]) == "Alder & Sons FAMILY FOODS"
        )
        #expect(name([Line(text: "Brasserie"), Line(text: "DU LAVOIR")]) == "Brasserie DU LAVOIR")
    }

    @Test("is complete with its legal form, so that a brand above it is not part of it")
    func brand() {
        let rows = [Line(text: "GOLDEN"), Line(text: "UNIVERSAL TRADERS SDN BHD")]
        #expect(name(rows, address: malaysian) == "UNIVERSAL TRADERS SDN BHD")
    }

    @Test(
        "is not said twice where a brand stands above its company",
        arguments: [["REWE", "REWE Markt GmbH"], ["GREGGS", "GREGGS PLC"], ["MYDIN", "MYDIN SDN BHD"]]
    )
    func brandAndCompany(_ rows: [String]) {
        #expect(rows.contains(name(rows.map { Line(text: $0) }) ?? ""))
    }

    @Test(
        "does not take in the town, a slogan or a building below it",
        arguments: [
            ("PIZZA HUT", "CAMBRIDGE"), ("CAFE NERO", "OXFORD"), ("KROGER", "FRESH FOR EVERYONE"),
            ("COSTA", "MARKET HOUSE"),
            ("SUBWAY", "MARKET STREET,"), ("GROCERY OUTLET", "OAKLAND"), ("TESCO", "PETROL STATION"),
            ("GALERIA", "Berlin"),
        ]
    )
    func below(_ above: String, _ below: String) {
        #expect(name([Line(text: above), Line(text: below)]) == above)
    }

    @Test(
        "may contain how meals are served, a city or a word of a sentence",
        arguments: [
            "GOLDEN DRAGON TAKEAWAY", "STARBUCKS DRIVE THRU", "DECATHLON SINGAPORE", "MADE WITH LOVE BAKERY",
            "PAGE & SONS", "MRS FIELDS COOKIES",
        ]
    )
    func words(_ text: String) {
        #expect(name([Line(text: text), Line(text: "READING")]) == text)
    }

    @Test("in large print ends where a heading or the address begins, as large as they may be")
    func largeHead() {
        #expect(name([Line(text: "JOE'S DINER", height: 40), Line(text: "SALE", height: 40)]) == "JOE'S DINER")
        let head = [Line(text: "MAPLE MOTORS", height: 40), Line(text: "4400 Mesquite Loop", height: 40)]
        #expect(name(head, address: ["Cascade Bend OR 97799"]) == "MAPLE MOTORS")
    }

    @Test("does not reach over a blank, nor into the address")
    func bounds() {
        #expect(name([Line(text: "Cedar Books", height: 36), Line(text: "Coffee House", blank: 60)]) == "Cedar Books")
        let street = ["3 Kitchen Row", "FERNHOLLOW BC V0X 1J4"]
        #expect(name([Line(text: "Cedar Kitchen", height: 36)], address: street) == "Cedar Kitchen")
    }

    @Test(
        "is not a slogan, a person, a mall, a brand of fuel or a page heading above it",
        arguments: [
            "Good food since 1974", "Handwerk, das man schmeckt und liebt", "lim siew perng", "GALERIES DES ORMES",
            "THE OLD FOUNDRY SHOPPING CENTRE", "Premium Motor Fuels", "PAGE 1 OF 2", "Inh. Karlotta Dornig",
        ]
    )
    func above(_ text: String) {
        #expect(name([Line(text: text), Line(text: "Maple Junction", height: 30)]) == "Maple Junction")
    }

    @Test("goes on over a row that is linked to it, or between it and the kind of store")
    func links() {
        #expect(
            name(["HJ OMAR BIN SALLEH", "DAN ANAK-ANAK"].map { Line(text: $0) }) == "HJ OMAR BIN SALLEH DAN ANAK-ANAK"
        )
        #expect(
            name(["Café-Restaurant", "de l'Hôtel-de-Ville"].map { Line(text: $0) })
                == "Café-Restaurant de l'Hôtel-de-Ville"
        )
        let rows = ["LEE HUAT", "HARDWARE & PAINT", "TRADING"].map { Line(text: $0) }
        #expect(name(rows) == "LEE HUAT HARDWARE & PAINT TRADING")
    }

    @Test(
        "ends before its registration, and has no brackets around it",
        arguments: [
            "TKB Concepts Pte Ltd UEN 200512345M", "TKB Concepts Pte Ltd ABN 37 093 114 286", "(TKB Concepts Pte Ltd)",
        ]
    )
    func registration(_ text: String) {
        #expect(name([Line(text: text)]) == "TKB Concepts Pte Ltd")
    }

    @Test("is not a person with a telephone number, nor a company below that repeats its last word")
    func around() {
        #expect(name([Line(text: "ABDUL KARIM 016-553 0091"), Line(text: "Maple Junction")]) == "Maple Junction")
        let rows = [Line(text: "NEW WORLD THORNDON"), Line(text: "Thorndon Supermarket (2008) Ltd")]
        #expect(name(rows) == "NEW WORLD THORNDON")
    }

    @Test(
        "is not a person's or a numbered company's below it",
        arguments: ["Mme DUBREUIL Sophie - Dr en Pharmacie", "Marc-André Bélisle, pharmacien", "9087-4412 QUEBEC INC."]
    )
    func below(_ text: String) {
        #expect(name([Line(text: "PHARMACIE DES ARCADES"), Line(text: text)]) == "PHARMACIE DES ARCADES")
    }

    @Test("that resembles a word for a kind of store is certain", arguments: ["Boots", "Woods"])
    func resemblance(_ text: String) {
        let draft = ReceiptInterpreter().draft(
            from: RecognizedPage(text: "\(text)\n6 Mill Street\n£ 4.00\nTOTAL £ 4.00")
        )
        #expect(draft.storeName?.value == text)
        #expect((draft.storeName?.own ?? 0) > 40)
    }

    @Test("may contain a word for a street")
    func street() {
        let rows = [Line(text: "KEDAI KOPI LORONG", height: 30), Line(text: "DAMAR", height: 30)]
        #expect(name(rows, address: malaysian) == "KEDAI KOPI LORONG DAMAR")
    }

    @Test("that is a kind of store alone is doubtful: the rest was not read")
    func kindAlone() {
        let draft = ReceiptInterpreter().draft(from: RecognizedPage(text: "Brasserie\n6, place du Lavoir\n€ 4.00"))
        #expect(draft.storeName?.needsReview == true)
    }
}
