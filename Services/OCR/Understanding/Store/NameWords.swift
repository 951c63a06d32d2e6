/// Words in and around the names of stores.
enum NameWords {
    /// Legal forms, in any country.
    static let legalForms =
        ReceiptLocale.words(\.legalForms)
            + """
            INC | LLC | LTD | LIMITED | GMBH | PLC | CORP | PTY | SARL | OHG | ENTERPRISE | INCORPORATED | CORPORATION | CO LTD
            """
    /// A short legal form that addresses contain as well.
    static let ambiguousLegalForms = ReceiptLocale.words(\.ambiguousLegalForm)
    /// Words for kinds of stores.
    static let businessWords =
        ReceiptLocale.words(\.businessWords)
            + """
            TRADING | RESTAURANT | MART | MARKET | STORE | STORES | SHOP | CAFE | BAKERY | PHARMACY | HARDWARE | STATIONERY |
            KITCHEN | SUPERMARKET | GROCER | GROCERY | FOODS | BISTRO | HOTEL | COFFEE | PIZZA | GRILL | DELI | BOOKS |
            BOOKSTORES | CENTRE | HYPERMARKET | FRESH | SUPERSTORE | WHOLESALE | BUTCHER | FARM | HOUSE | COMPANY | CUISINE |
            ELECTRICAL | CONFECTIONERY | STATIONER | BOULANGERIE | MARCHE | BOUTIQUE | SALON | CLINIC | CONVENIENCE | DINER |
            EATERY | TAVERN | TEAROOM | DRUG | DRUGS | DRUGSTORE | EMPORIUM | BAZAAR | MINIMARKET | MINIMART | BRASSERIE |
            PATISSERIE | LIBRAIRIE | CHAUSSURES | EPICERIE | FROMAGERIE | BÄCKEREI | BACKEREI | METZGEREI | FLEISCHEREI |
            SUPPLY | ROTISSERIE | RÔTISSERIE | FRITERIE | CAFÉ | DEPANNEUR | DÉPANNEUR | PHARMACIE | APOTHEKE | DROGERIE | DROGERIEMARKT | BUCHHANDLUNG | GASTHAUS
            """
    private static let legalFormWords = ReceiptLocale.all.reduce(into: Set(["LTD", "INC", "LLC"])) {
        $0.formUnion($1.legalFormWords)
    }
    private static let besideLegalForms = ReceiptLocale.all.reduce(into: Set(["CO"])) {
        $0.formUnion($1.legalFormLetters)
    }
    /// Words of rows that are no names.
    static let notNames: Phrases =
        """
        THANK | THANKS | WELCOME | POSTED | TAX INVOICE | CASH BILL | RECEIPT | INVOICE | NOT RETURNABLE | PLEASE | FEEDBACK |
        COPY | REPRINT | DUPLICATE | PROMO | VOUCHER | YOUR ORDER | GOODS SOLD | LICENSEE | FORMERLY | OWNED BY | CASH SALE |
        REF NO | GST | VAT | ORDER NUMBER | DOCUMENT | CUSTOMER | CASHIER | OPENING HOURS | OPEN DAILY |
        MME | MLLE | INH | INHABER | PROPRIETOR | PROPRIETRESS
        """
    /// Words that name a mall or a brand of fuel, in or at which a store is.
    static let neighbours: Phrases = "MALL | SHOPPING CENTRE | SHOPPING CENTER | GALERIES | AIRPORT" + fuels
    /// Words of a brand of fuel.
    static let fuels: Phrases = "FUEL | FUELS | PETROL | GASOLINE"
    /// Words for those who sell it, below the brand.
    static let fuelSellers: Phrases = "STESEN MINYAK | STATION SERVICE"

    /// Whether a row is several words without a capital letter, as persons' names are written beside a receipt.
    static func isInSmallLetters(_ row: ReceiptRow) -> Bool {
        row.cues.words.count >= 2 && !row.text.contains(where: \.isUppercase) && row.text.contains(where: \.isLowercase)
    }

    /// Whether a row is a sentence rather than a name: `Fresh from our oven since 1962`.
    static func isSlogan(_ row: ReceiptRow) -> Bool {
        // `ALWAYS FRESH`
        if row.cues.words.count == 2, row.cues.beginsWithAny(sentenceWords) { return true }
        guard row.cues.words.count >= 3, !row.cues.beginsWithAny(businessWords), !endsWithKind(row) else {
            return false
        }
        if row.cues.hasAny(sentenceWords) || row.text.hasSuffix("!") { return true }
        // A comma or full stop between words in small letters, as no address has them.
        return row.digitCount == 0
            && row.words.dropLast().contains { $0.text.hasSuffix(",") || $0.text.count > 3 && $0.text.hasSuffix(".") }
            && row.words.count { $0.text.first?.isLowercase == true } >= 2
    }

    private static let sentenceWords: Phrases =
        """
        YOUR | OUR | WE | YOU | EVERY | ALWAYS | SINCE | WHERE | NOUS | VOUS | VOTRE | NOTRE | DEPUIS | SEIT |
        WIR | IMMER | UNSER | UNSERE
        """

    // MARK: Parts of names

    /// Whether a row says what kind of store it is, or begins as the second half of a name does: `Kitchen & Tearoom`.
    static func saysKind(_ row: ReceiptRow) -> Bool {
        row.digitCount == 0 && endsWithKind(row) || row.text.hasPrefix("&")
    }

    /// Whether the last word, before `CO.`, is one for a kind of store and none for a building.
    private static func endsWithKind(_ row: ReceiptRow) -> Bool {
        let words =
            row.cues.words.last.map(besideLegalForms.contains) == true ? row.cues.words.dropLast() : row.cues.words[...]
        guard let last = words.last, !buildings.contains(last) else { return false }
        return kinds.contains(last)
    }

    private static let buildings: Set<String> = ["HOUSE", "CENTRE", "MARKET"]

    /// Whether a row is the kind of store which the name follows: `KEDAI BUKU`, `Brasserie`.
    static func isKindBeforeName(_ row: ReceiptRow) -> Bool {
        switch row.cues.words.count {
        case 1: kinds.contains(row.cues.words[0])
        case 2:
            row.cues.beginsWithAny(kindsBeforeNames)
                || row.cues.words.allSatisfy(kinds.contains)
        default: false
        }
    }

    /// Words for kinds of stores in languages that put them before the name.
    private static let kindsBeforeNames = ReceiptLocale.words(\.businessWords)

    /// Whether a row begins with a kind of store before its name, whatever else it contains: `KEDAI KOPI LORONG`.
    static func beginsWithKindBeforeName(_ row: ReceiptRow) -> Bool {
        row.digitCount <= 2 && row.cues.beginsWithAny(kindsBeforeNames) && !row.text.hasSuffix(",")
    }

    /// Whether a row begins with a word that links it to the row above: `DAN ANAK-ANAK`, `de l'Hôtel-de-Ville`.
    static func beginsWithLink(_ row: ReceiptRow) -> Bool {
        guard row.cues.words.count >= 2, let first = row.cues.words.first else { return false }
        return links.contains(first) || first.hasPrefix("D'")
    }

    private static let links: Set<String> = [
        "DAN", "AND", "ET", "UND", "DE", "DU", "DES", "AU", "AUX", "OF", "CHEZ",
    ]

    /// Whether a row is one word for a kind of store, the end of a name over several rows: `TRADING`.
    static func isKindOfName(_ row: ReceiptRow) -> Bool {
        row.cues.words.count == 1 && row.digitCount == 0 && row.cues.hasAny(kindsAfterNames)
    }

    /// Words that end a name.
    private static let kindsAfterNames: Phrases =
        "TRADING | ENTERPRISE | ENTERPRISES | SUPPLIES | CENTRE | STORE | STORES"

    /// Whether a row consists of a legal form and hardly anything else: `JAYA SDN BHD`.
    static func isHalfName(_ row: ReceiptRow) -> Bool {
        // A numbered company is the owner: `9087-4412 QUEBEC INC.`
        guard row.cues.hasAny(legalForms), row.text.prefix(4).count(where: \.isASCIIDigit) < 4 else { return false }
        let words = CueWords(StoreText.withoutRegistration(StoreText.clean(row))).words
        let own = words.filter { word in
            word.contains(where: \.isLetter) && !legalFormWords.contains(word)
                && !besideLegalForms.contains(word) && !CueWords(word).hasAny(legalForms)
                && !CueWords(word).hasAny(businessWords)
        }
        return own.count <= 1
    }

    /// Whether a text is a legal form whose name is missing.
    static func isLegalFormAlone(_ text: String) -> Bool {
        CueWords(text).words.allSatisfy {
            legalFormWords.contains($0) || besideLegalForms.contains($0) || ["C0", "COMPANY"].contains($0)
        }
    }

    /// Whether a text is one word for a kind of store, whose name is missing: `Brasserie`.
    static func isKindAlone(_ text: String) -> Bool {
        let words = CueWords(text).words
        return words.count == 1 && kinds.contains(words[0])
    }

    /// The single words for kinds of stores, compared exactly: `BOOTS` is not `BOOKS`.
    private static let kinds = Set(businessWords.list.filter { $0.count == 1 }.map { $0[0] })

    /// Whether a text is the second half of a name: `CO. (M) SDN BHD`, `& TEA LEAF SDN BHD`.
    static func continuesName(_ text: String) -> Bool {
        let words = CueWords(text).words
        guard words.contains(where: legalFormWords.contains) else { return false }
        if StoreText.withAmpersand(text).hasPrefix("&") { return true }
        let own = words.filter { !legalFormWords.contains($0) && !besideLegalForms.contains($0) }
        return own.isEmpty || (own.count == 1 && CueWords(own[0]).hasAny(businessWords))
    }
}
