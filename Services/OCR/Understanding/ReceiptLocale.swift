import Foundations

/// What is particular to the receipts of one country, or of the countries that share a currency.
///
/// Finders take from here every word and rate that holds in one country only; words of a language are beside their use.
struct ReceiptLocale: Sendable {
    /// ISO 4217 code of the currency.
    let currency: String

    // MARK: Currency

    /// What stands beside amounts and identifies the currency.
    var symbols: [String]
    /// A sign of letters before amounts that readers confuse with other letters.
    var letterSign: LetterSign?
    /// Whether `$` stands for the currency.
    var usesDollarSign = false
    /// Words that suggest the currency: legal forms, taxes, means of payment, places.
    var clues: [Clue] = []

    // MARK: Amounts

    /// The amount to which cash sums are rounded, in minor units.
    var smallestCoin: Int64 = 1
    /// Whether receipts round the total itself rather than only the cash payment.
    var roundsTotals = false
    /// A tax whose rate receipts name without printing it.
    var usualTax: UsualTax?

    // MARK: Dates

    /// Whether an ambiguous date is read month first.
    var writesMonthFirst = false
    /// Whether dates with a year of two digits may begin with it.
    var mayWriteYearFirst = false
    /// Whether day first and month first are both common.
    var mixesDateOrders = false

    // MARK: Stores

    /// Whether the names of stores end in their legal form, which tells them from other rows of the head.
    var namesHaveLegalForm = false
    /// Legal forms, as printed and as often misread.
    var legalForms: Phrases = ""
    /// The words of legal forms.
    var legalFormWords: Set<String> = []
    /// Letters beside these words or in their place: `CO. (M) SDN BHD`, `S/B`.
    var legalFormLetters: Set<String> = []
    /// A short legal form that addresses contain as well.
    var ambiguousLegalForm: Phrases = ""
    /// A legal form of two words that is corrected where it was misread.
    var correctedLegalForm: LegalForm?
    /// Words in the names of businesses.
    var businessWords: Phrases = ""
    /// What precedes a telephone number, beside words that are used everywhere.
    var phoneCues: [String] = []

    // MARK: Addresses

    /// Words for a street or quarter that have no other meaning: an address needs no number beside them.
    var streets: Phrases = ""
    /// Words of addresses, beside those for streets.
    var addressWords: Phrases = ""
    /// Words that a long word begins with where the reader joined the words of an address.
    var joinedStreets: [String] = []
    /// Regions and towns.
    var places: Phrases = ""
    /// Words before the number of a plot, which is not a post code.
    var plotWords: Set<String> = []
    /// Short names of towns, as after a post code.
    var shortTowns: Set<String> = []
}

extension ReceiptLocale {
    /// A currency sign of letters.
    struct LetterSign: Sendable {
        let printed: String
        /// The words that readers see in its place before an amount.
        let misreadings: Set<String>
        /// The last letters that readers see where the sign and the amount are one word.
        let lastLetters: Set<Character>
    }

    /// Words that suggest the currency.
    struct Clue: Sendable {
        let words: Phrases
        let weight: Int

        init(_ words: Phrases, weight: Int) {
            self.words = words
            self.weight = weight
        }
    }

    /// A tax by its printed name, with its rate in hundredths of a per cent.
    struct UsualTax: Sendable {
        let name: String
        let rate: Int64
    }

    /// A legal form of two words, with the words that readers see for each, including the right one.
    struct LegalForm: Sendable {
        let first: String
        let last: String
        let readingsOfFirst: Set<String>
        let readingsOfLast: Set<String>
        /// How both words are shortened, and the words that readers see for that.
        let short: String
        let readingsOfShort: Set<String>
    }
}

// MARK: Finding locales

extension ReceiptLocale {
    private static let byCurrency = Dictionary(uniqueKeysWithValues: all.map { ($0.currency, $0) })

    /// The locale of a currency; `nil` for one without particulars.
    static func of(_ currency: Currency) -> ReceiptLocale? { byCurrency[currency.code] }

    /// The locales a receipt may be of: the currency's, or all when that is unknown.
    static func possible(_ currency: Currency?) -> [ReceiptLocale] {
        guard let currency else { return all }
        return of(currency).map { [$0] } ?? []
    }

    /// The words of all locales.
    static func words(_ ofLocale: (ReceiptLocale) -> Phrases) -> Phrases { all.map(ofLocale).reduce("", +) }

    /// The signs of letters of all locales, with their currencies.
    static let letterSigns = all.compactMap { locale in
        locale.letterSign.map { (printed: $0.printed, currency: locale.currency) }
    }
}

// MARK: The locales

extension ReceiptLocale {
    static let all = [
        malaysia, canada, unitedStates, unitedKingdom, euroArea, japan, kuwait, australia, singapore, newZealand,
        hongKong, india, switzerland, southAfrica,
    ]

    /// Prices include a goods and services tax of 6 % where a receipt names it.
    static let malaysia = ReceiptLocale(
        currency: "MYR",
        symbols: ["RM", "MYR"],
        letterSign: LetterSign(
            printed: "RM",
            misreadings: ["RN", "RH", "RA", "RK", "KM", "BM", "FM", "RW"],
            lastLetters: ["M", "H", "N", "A"]
        ),
        clues: [
            Clue(
                "SDN BHD | SDN | BHD | JALAN | JLN | TAMAN | SELANGOR | KUALA LUMPUR | JOHOR | RINGGIT | MALAYSIA",
                weight: 4
            ),
            Clue("GST", weight: 1), Clue("SST", weight: 2),
        ],
        smallestCoin: 5,
        roundsTotals: true,
        usualTax: UsualTax(name: "GST", rate: 600),
        namesHaveLegalForm: true,
        legalForms: "SDN BHD | SDN | BHD | S B | ENT | SON BHD | SDN BHO | SDN BND",
        legalFormWords: ["SDN", "BHD"],
        legalFormLetters: ["M", "S", "B"],
        ambiguousLegalForm: "S B",
        correctedLegalForm: LegalForm(
            first: "SDN",
            last: "BHD",
            readingsOfFirst: ["SDN", "SON", "SBN", "CON", "50N", "5DN", "SOM", "SDM"],
            readingsOfLast: ["BHD", "BHO", "BND", "BHB", "8HD", "BHN"],
            short: "S/B",
            readingsOfShort: ["S/8", "5/B", "5/8", "S/R", "5/R", "S/6", "5/6"]
        ),
        businessWords: """
            RESTORAN | KEDAI | FARMASI | PASARAYA | PERNIAGAAN | SYARIKAT | PASAR MINI | WARUNG | GERAI | KOPITIAM | BUTIK |
            KLINIK | PERKAKASAN | STESEN MINYAK | PUSTAKA | OPTIK | DOBI
            """,
        phoneCues: ["HP"],
        streets: "JALAN | JLN | LORONG | TAMAN | TMN | BANDAR | LEBUH | KAMPUNG | KAWASAN | LEBUHRAYA",
        addressWords:
            "SEKSYEN | SEK | KG | BATU | PERSIARAN | LINGKARAN | BDR | BUKIT | LOR | WISMA | MENARA | KOMPLEKS | MUKIM | MEDAN | JIN",
        joinedStreets: ["JALAN", "TAMAN", "BANDAR", "KAWASAN", "LORONG"],
        places: """
            SELANGOR | JOHOR | PAHANG | PERAK | PENANG | PULAU PINANG | KEDAH | MELAKA | KUALA LUMPUR | SABAH | SARAWAK |
            KELANTAN | TERENGGANU | NEGERI SEMBILAN | PUTRAJAYA | MALAYSIA | PETALING JAYA | SHAH ALAM | DARUL EHSAN |
            JOHOR BAHRU | SUBANG JAYA | KLANG
            """,
        plotWords: ["PT", "PTD", "T", "MUKIM"],
        shortTowns: ["KL", "JB", "PJ"]
    )

    /// Dates are written in all three orders; cents are no longer coined.
    static let canada = ReceiptLocale(
        currency: "CAD",
        symbols: ["CA$", "CAD$", "C$", "CAD"],
        usesDollarSign: true,
        clues: [
            Clue(
                "HST | PST | QST | TVQ | TPS | TVH | INTERAC | CANADA | ONTARIO | QUEBEC | BRITISH COLUMBIA | ALBERTA",
                weight: 4
            ),
            Clue("GST", weight: 1),
        ],
        smallestCoin: 5,
        writesMonthFirst: true,
        mayWriteYearFirst: true,
        mixesDateOrders: true
    )

    static let unitedStates = ReceiptLocale(
        currency: "USD",
        symbols: ["US$", "USD"],
        usesDollarSign: true,
        clues: [
            Clue("SALES TAX | STATE TAX | COUNTY TAX | CITY TAX | EBT | USA", weight: 3),
            Clue("TAX | TAX 1 | DEBIT TEND", weight: 1),
        ],
        writesMonthFirst: true
    )

    static let unitedKingdom = ReceiptLocale(
        currency: "GBP",
        symbols: ["£", "GBP"],
        clues: [Clue("VAT | POUNDS | UNITED KINGDOM | CLUBCARD | CHIP AND PIN", weight: 2)],
        places: "LONDON"
    )

    static let euroArea = ReceiptLocale(
        currency: "EUR",
        symbols: ["€", "EUR"],
        clues: [
            Clue("MWST | TVA | IVA | BTW | GMBH | SUMME | EURO | ZWISCHENSUMME | SARL | STEUER | RÜCKGELD", weight: 3),
            Clue("IRELAND | DUBLIN | GALWAY | LIMERICK | EIRCODE", weight: 4),
        ],
        addressWords: """
            QUAI | COURS | CHAUSSEE | CHAUSSÉE | ROUTE DE | ROUTE DES | ROUTE DU | IMPASSE | ALLEE | ALLÉE | BD | BOUL | FAUBOURG | PASSAGE | PROMENADE
            """,
        places: "DUBLIN"
    )

    static let japan = ReceiptLocale(
        currency: "JPY",
        symbols: ["¥", "￥", "円", "JPY"],
        clues: [Clue("合計 | 小計 | 消費税 | お預り | お釣り | YEN", weight: 4)],
        mayWriteYearFirst: true
    )

    static let kuwait = ReceiptLocale(
        currency: "KWD",
        symbols: ["K.D.", "K.D", "KD", "KWD"],
        clues: [Clue("KUWAIT | DINAR", weight: 4)],
        legalForms: "W L L | WLL",
        places: "KUWAIT CITY"
    )

    static let australia = ReceiptLocale(
        currency: "AUD",
        symbols: ["A$", "AUD"],
        usesDollarSign: true,
        clues: [Clue("GST", weight: 1), Clue("ABN | AUSTRALIA", weight: 4)],
        smallestCoin: 5
    )

    static let singapore = ReceiptLocale(
        currency: "SGD",
        symbols: ["S$", "SGD"],
        usesDollarSign: true,
        clues: [Clue("SINGAPORE", weight: 4)],
        smallestCoin: 5
    )

    static let newZealand = ReceiptLocale(
        currency: "NZD",
        symbols: ["NZ$", "NZD"],
        usesDollarSign: true,
        clues: [Clue("NEW ZEALAND | AUCKLAND | CHRISTCHURCH | DUNEDIN", weight: 4)],
        smallestCoin: 10
    )

    static let hongKong = ReceiptLocale(currency: "HKD", symbols: ["HK$"], usesDollarSign: true)

    static let india = ReceiptLocale(
        currency: "INR",
        symbols: ["₹", "RS", "INR"],
        clues: [Clue("CGST | SGST | GSTIN | FSSAI | RUPEES", weight: 4)],
        addressWords: "NAGAR | MARG | BAZAAR | CROSS"
    )

    static let switzerland = ReceiptLocale(
        currency: "CHF",
        symbols: ["CHF"],
        clues: [
            Clue(
                "SUISSE | SCHWEIZ | GENEVE | GENÈVE | LAUSANNE | FRIBOURG | ZURICH | ZÜRICH",
                weight: 4
            )
        ],
        smallestCoin: 5,
        roundsTotals: true
    )

    static let southAfrica = ReceiptLocale(
        currency: "ZAR",
        symbols: ["ZAR"],
        clues: [Clue("SOUTH AFRICA | CAPE TOWN | JOHANNESBURG | PRETORIA", weight: 4)],
        smallestCoin: 10,
        roundsTotals: true
    )
}
