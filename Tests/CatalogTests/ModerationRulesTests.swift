import CatalogEvaluation
import PrintedWords
import Testing

@testable import CatalogDomain

@Suite("Moderation of printed lines")
struct ModerationRulesTests {
    private func objection(_ printed: String, store: String = "corner foods, 1 elm road") -> PrivateReason? {
        let text = PrintedText(printed, abbreviations: AbbreviationTable([]))
        return ModerationRules.objection(to: printed, key: text.key.value, store: store)
    }

    @Test(
        "rejects insults, also those written with digits and in other languages",
        arguments: ["FUCK THIS", "5H1T SANDWICH", "gros connard", "Pukimak", "Motherfucker 2L"]
    )
    func insults(line: String) {
        #expect(objection(line) == .insult)
    }

    @Test("rejects insulting store names")
    func insultingStores() {
        #expect(objection("MILK 2%", store: "shitty foods") == .insult)
    }

    @Test(
        "rejects addresses, links and telephone numbers",
        arguments: [
            "WRITE TO ada@example.org", "ADA.L@MAIL.EXAMPLE.CO.UK", "WWW.CHEAP-PILLS.NET/X", "see https://x.y",
            "CHEAPPILLS.COM BUY", "CALL 012-345 6789", "012-3456789 MILK", "+60123456789", "(905) 555-0123",
            "ring +44 20 7946 0018",
        ]
    )
    func contacts(line: String) {
        #expect(objection(line) == .contact)
    }

    @Test(
        "rejects lines about people, of only numbers or too long",
        arguments: [
            ("MEMBER 1234", PrivateReason.person), ("CASHIER: ALI", .person), ("Caissière Marie", .person),
            ("12.50", .number), ("4011", .number), ("2 X 3.50 T", .number),
            (String(repeating: "MILK ", count: 20), .length),
        ]
    )
    func others(line: String, reason: PrivateReason) {
        #expect(objection(line) == reason)
    }

    @Test(
        "accepts what tills print",
        arguments: [
            "MLK 2% 4L", "ORG BANANAS 4011", "9556001234567 MILO 1KG", "9556001234567 2 3.50 MILO", "2@1.50 BREAD",
            "BANANAS.ORG", "FRZ.PEAS 750G", "6X355ML COLA", "SHIITAKE MUSHROOMS", "SHITAKE", "BATARD", "BABI PANGGANG",
            "COQ AU VIN", "DR PEPPER", "2024-01-15 MILK", "15-01-2024 12 MILK", "TEA", "茶葉 100G",
            "No.1 SOS 7-UP 500 ML",
        ]
    )
    func products(line: String) {
        #expect(objection(line) == nil)
    }

    @Test("accepts every shipped product text")
    func shippedTexts() throws {
        for product in try ShippedReferenceData.data.get().products {
            for text in [product.name] + product.aliases {
                let found = objection(text)
                #expect(found == nil || found == .number, "\(text)")
            }
        }
    }
}
