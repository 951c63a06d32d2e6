/// The subject of a row, judged by its words alone.
enum RowKind: Sendable, Hashable {
    /// A total in one of three grades: 3 is the amount due, 2 is a bare "total", 1 may precede rounding or discounts.
    case total(grade: Int)
    case subtotal
    case tax
    case serviceCharge
    case tip
    case rounding
    case payment
    case change
    case discount
    /// Total savings, points and other sums that are not part of the bill.
    case information
    case itemCount
    case columnHeader
    case taxSummary
    case metadata
    case other

    init(_ cues: CueWords) { self = Self.classify(cues) }

    /// Whether no item follows such a row.
    var endsItems: Bool {
        switch self {
        case .total, .subtotal, .tax, .itemCount, .taxSummary, .change, .payment, .rounding, .serviceCharge: true
        default: false
        }
    }

    private static func classify(_ cues: CueWords) -> RowKind {
        if cues.words.isEmpty { return .other }
        if isTaxSummary(cues) { return .taxSummary }
        if isColumnHeader(cues) { return .columnHeader }
        if cues.beginsWithAny(changeWords) { return .change }
        if let kind = totals(cues) { return kind }
        if cues.hasAny(countWords) { return .itemCount }
        if cues.hasAny(informationWords) { return .information }
        if isRounding(cues) { return .rounding }
        if cues.hasAny(serviceWords) {
            return .serviceCharge
        }
        if cues.beginsWithAny("TIP | TIPS | GRATUITY | POURBOIRE | TRINKGELD | FOOI | PROPINA") { return .tip }
        if isPayment(cues) { return .payment }
        if isBareAmount(cues) { return .subtotal }
        if cues.hasAny(taxWords), cues.hasAny(exclusionWords) { return .subtotal }
        if isTax(cues) { return .tax }
        if cues.hasAny(discountWords) || isBareDeduction(cues) { return .discount }
        if cues.hasAny(metadataWords) || cues.beginsWithAny(metadataStarts) || cues.beginsWithAny(servingWords)
            || cues.beginsWithAny(numberedStarts) && cues.words.contains(where: { $0.contains(where: \.isASCIIDigit) })
        {
            return .metadata
        }
        return .other
    }

    private static func totals(_ cues: CueWords) -> RowKind? {
        if cues.hasAny(subtotalWords) { return .subtotal }
        let total = cues.hasAny("TOTAL | TOTALE | TOTAAL | TOT")
        if total {
            if cues.hasAny(countWords), !cues.has("TOTAL WITH"), !cues.has("TOTAL INCL") { return .itemCount }
            if cues.hasAny(informationWords) {
                let totals = cues.words.count { CueWords.matches($0, "TOTAL") }
                return totals > 1 ? .total(grade: 2) : .information
            }
            if cues.hasAny(exclusionWords) { return .subtotal }
            if cues.hasAny(totalTaxWords) { return .tax }
            if cues.hasAny("TOTAL SUPPLIES | SUPPLIES | TOTAL FOOD | TOTAL BEVERAGE") { return .information }
        }
        if cues.hasAny(strongTotalWords) || cues.words.dropFirst().contains("ROUNDED") { return .total(grade: 3) }
        if cues.beginsWithAny(weakTotalWords) || (total && cues.hasAny("SALES | INCL | INCLUSIVE | INCLUDING | INC")) {
            return .total(grade: total && cues.has("PAYABLE") ? 3 : 1)
        }
        return total ? .total(grade: 2) : nil
    }

    private static func isTaxSummary(_ cues: CueWords) -> Bool {
        cues.hasAny("TAX CODE | TAX SUMMARY | GST SUMMARY | SST SUMMARY | GST ANALYSIS | VAT SUMMARY | VAT ANALYSIS")
            || cues.hasAny("TAX RATE | GST SUMM | VAT RATE | TAX ANALYSIS | GST BREAKDOWN | VAT BREAKDOWN | MWST NETTO")
    }

    private static func isColumnHeader(_ cues: CueWords) -> Bool {
        let words = cues.words.flatMap { $0.split(separator: "_").map(String.init) }
        let heads = words.count(where: isHeading)
        // `TOTAL QTY 6` counts.
        return heads >= 2 && heads * 2 > words.count
            && !(cues.hasAny(countWords) && words.contains { $0.allSatisfy(\.isNumber) })
            && !words.contains { $0.count > 1 && $0.allSatisfy(\.isNumber) }
    }

    /// Whether a word is a column heading, as printed or with one letter misread.
    private static func isHeading(_ word: String) -> Bool {
        if headerWords.contains(word) || word == "OTY" || word == "GTY" { return true }
        guard word.utf8.count >= 4 else { return false }
        if word.hasSuffix("PRICE") { return true }
        return longHeadings.contains { CueWords.matches(word, $0) }
    }

    private static let longHeadings = [
        "AMOUNT", "DESCRIPTION", "PRICE", "QUANTITY", "U.PRICE", "TOTAL", "DISCOUNT",
    ]

    private static func isRounding(_ cues: CueWords) -> Bool {
        cues.has("ROUNDING") || cues.words.contains { $0.hasSuffix("OUNDING") && $0.count <= 8 }
            || cues.beginsWithAny(
                """
                ROUND ADJ | ROUND AMT | ROUND ADJUSTMT | ROUND | ROUNDED | RNDING | RND | R OFF | ARRONDI | AFRONDING |
                PELARASAN | PENGGENAPAN
                """
            )
    }

    private static func isPayment(_ cues: CueWords) -> Bool {
        if cues.beginsWithAny(paymentWords) { return true }
        let names = cues.words.filter {
            $0.contains(where: \.isLetter) && !["RM", "MYR", "EUR", "GBP", "X", "CAD"].contains($0)
        }
        return names.count == 1 && ["BAR", "CARD", "CARTE", "KARTE", "MC", "EC", "CB", "CARD"].contains(names[0])
    }

    /// Whether the row is the amount before the tip on a card slip, such as `AMOUNT   CAD$ 70.40`.
    private static func isBareAmount(_ cues: CueWords) -> Bool {
        let names = cues.words.filter { $0.contains(where: \.isLetter) }
        return names == ["AMOUNT"] || names == ["PURCHASE", "AMOUNT"] || names == ["BASE", "AMOUNT"]
            || names == ["SALE", "AMOUNT"] || names == ["AMOUNT", "CAD"] || names == ["AMOUNT", "USD"]
    }

    /// Whether a row says "less" in Malay and nothing else; `KERANG` and `TOLAK ANGIN` are goods.
    static func isBareDeduction(_ cues: CueWords) -> Bool {
        let names = cues.words.filter { $0.contains(where: \.isLetter) && $0 != "RM" }
        return names == ["TOLAK"] || names == ["KURANG"]
    }

    private static func isTax(_ cues: CueWords) -> Bool {
        guard cues.hasAny(taxWords) else { return false }
        return !cues.hasAny("NO | REG | ID | INVOICE | NUMBER | REGISTRATION | FREE | ACT | TAXI | FOR | SUPPLIES")
    }

    private static let serviceWords = Phrases(
        """
        SERVICE CHARGE | SERVICE CHRG | SERV CHARGE | SVC CHARGE | SERVICE CHG | SERVICE FEE | CAJ PERKHIDMATAN | CAJ SERVIS |
        OPT SERVICE | OPT SVC | OPTIONAL SERVICE
        """
    )
    private static let changeWords = Phrases(
        """
        CHANGE | CASH CHANGE | CHANGE DUE | MONNAIE | MONNAIE REMISE | BAKI | YOUR CHANGE | RÜCKGELD | RUCKGELD | RENDU | WISSELGELD |
        RESTO | お釣り | おつり | CHG
        """
    )
    private static let subtotalWords = Phrases(
        """
        SUBTOTAL | SUB TOTAL | SUBTTL | SUB TTL | SUBTOTAAL | ZWISCHENSUMME | SOUS TOTAL | SUBTOTALE | 小計 |
        NET SALES | GROSS AMOUNT | GROSS AMT | GROSS SALES | MERCHANDISE | S TOTAL | STTL | S TTL | JUMLAH KASAR | JUMLAH KECIL |
        TOTAL BRUT | TOTAL HT
        """
    )
    private static let exclusionWords = Phrases(
        """
        EXCL | EXCLUDING | EXCLUSIVE | EXC | BEFORE | EXCLUDED | WITHOUT | TOTAL EX | TOTAL HT | EXCLUDE
        """
    )
    private static let totalTaxWords = Phrases(
        """
        INCLUDED IN TOTAL | TOTAL GST | TOTAL TAX | TOTAL TAXES | TOTAL VAT | GST TOTAL | TAX TOTAL | TOTAL INCLUDES | TOTAL SST
        | TOTAL TVA | TOTAL HST
        """
    )
    private static let strongTotalWords = Phrases(
        """
        AMT PAID INCL | AMOUNT PAID INCL | GRAND TOTAL | GRANDTOTAL | NET TOTAL | NETT TOTAL | TOTAL DUE | AMOUNT DUE | BALANCE DUE | TOTAL
        PAYABLE | AMOUNT PAYABLE | AMT PAYABLE | TOTAL ROUNDED | ROUNDED TOTAL | AMOUNT TO BE PAID | TO PAY
        | TOTAL TO PAY | BALANCE TO PAY | ZU ZAHLEN | À PAYER | A PAYER | TOTAL TTC | TOTAL AFTER | ROUND D
        TOTAL | PAYABLE AMOUNT | DUE TOTAL | TOTAL A PAGAR | JUMLAH BESAR | JUMLAH BERSIH | PERLU DIBAYAR |
        NET PAYABLE | NETT PAYABLE | NET A PAYER | NET À PAYER | AMT DUE | ROUNDED TTL | FINAL
        TOTAL | GESAMTBETRAG | TE BETALEN
        """
    )
    private static let weakTotalWords = Phrases(
        """
        NET | NETT | JUMLAH | SUMME | BALANCE | 合計 | 合 計 | MONTANT | GESAMT | TTL | AMOUNT INCL | BILL
        AMOUNT | NETT AMOUNT | NET AMOUNT
        """
    )
    private static let countWords = Phrases(
        """
        TOTAL QTY | TOTAL QUANTITY | TOTAL ITEM | TOTAL ITEMS | QTY TOTAL | ITEM COUNT | ITEMS SOLD | NO OF
        ITEMS | NO OF ITEM | NUMBER OF ITEMS | QTY COUNT | TOTAL UNITS | TOT QTY | COUNT OF ITEMS | TOTAL NO
        OF | ITEM QTY | QTY S | ITEM S | TOTAL QYT | TOTAL PCS | ITEMS COUNT | TOTAL NUMBER |
        BRG | BIL BARANG | JUM BARANG
        """
    )
    private static let informationWords = Phrases(
        """
        TOTAL SAVING | TOTAL SAVINGS | YOU SAVED | YOU HAVE SAVED | TOTAL DISCOUNT | TOTAL DISCOUNTS | TOTAL
        SAVED | POINTS | POINT | YOUR SAVINGS | YOUR SAVING | REWARDS | LOYALTY | SAVINGS RM | MISSED |
        TOTAL DISC | CLUBCARD POINTS | DISCOUNT TOTAL | REGULAR PRICE | REG PRICE | ORIGINAL PRICE | LIST PRICE | WAS PRICE
        | SUGGESTED GRATUITY | SUGGESTED TIP | PRICE GAL | PRICE L | PRICE LITRE | PRICE PER LITRE | PRICE PER GALLON
        """
    )
    private static let discountWords = Phrases(
        """
        DISCOUNT | DISC | COUPON | SAVED | SAVING | SAVINGS | PROMO | PROMOTION | REBATE | VOUCHER | LESS |
        DISKAUN | POTONGAN | RABAIS | RABATT | REMISE | REDUCTION | MARKDOWN | 割引 | 値引 | MULTIBUY | NACHLASS | SCONTO
        """
    )
    private static let taxWords = Phrases(
        """
        GST | HST | PST | QST | TVQ | TPS | TVH | VAT | TVA | MWST | UST | IVA | BTW | SST | CGST | SGST |
        TAX | TAXES | 消費税 | 内消費税 | STEUER | SALES TAX
        """
    )
    private static let paymentWords = Phrases(
        """
        PINNEN | PIN | TARJETA | EFECTIVO | CONTANTE | CONTANTI | PAGAMENTO | CONTANT | BETAALD | CHARGE | VISA REFUND |
        CASH | COMPTANT | BAYAR | VISA | MASTERCARD | MASTER | AMEX | DEBIT | CREDIT | INTERAC | TENDER | TENDERED | PAYMENT |
        PAID | EFTPOS | TUNAI | CHEQUE | KARTENZAHLUNG | GEGEBEN | GIROCARD | ESPECES | ESPÈCES | AMOUNT
        TENDERED | AMOUNT PAID | CARD PAYMENT | CREDIT CARD | DEBIT CARD | KNET | K NET | CONTACTLESS | 現金 |
        お預り | お預かり | CARTE BANCAIRE | CARTA | PAYMENT CASH | CASH TENDER | AMERICAN EXPRESS | DISCOVER |
        TOUCH N GO | GIFT CARD | CASH RECEIVED | E WALLET | AMT TENDERED | TEND | MAESTRO
        """
    )
    static let headerWords = Set(
        """
        ITEM ITEMS QTY QUANTITY PRICE AMOUNT AMT DESCRIPTION DESCRIPTIONS DESC TOTAL UNIT UNITPRICE U UPRICE
        PRICES RM MYR CODE TAX DISC DISCOUNT S P RSP NAME SUBTOTAL SUB TX UOM RATE NO GST ARTICLE ARTIKEL
        MENGE PREIS EUR BETRAG PRIX QTE QTÉ MONTANT PRODUCT ISS EXC SALE D INCL INC SN PCS AANTAL OMSCHRIJVING PRIJS
        BEDRAG DESCRIPCIÓN DESCRIPCION IMPORTE PRECIO CANT UDS DESCRIZIONE PREZZO IVA QUANTITÀ IMPORTO TVA VAT KUANTITI HARGA JUMLAH SEUNIT BUTIR
        DÉSIGNATION DESIGNATION BEZEICHNUNG EINZEL GESAMT EINZELPREIS GESAMTPREIS MWST BTW
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
    private static let metadataWords = Phrases(
        """
        FAX | CO NO | DOCUMENT NO | TAX NO | TAX INVOICE | TAXINVOICE | INVOICE NO | GST NO | GST REG | GST ID | SST NO | SST REG | SITE NO | SITE ID | SITE CODE | STATION NO | BRANCH CODE |
        SST ID | UEN | ABN | GSTIN | REG NO | VAT NO | VAT REG | GST
        REGISTRATION | CO REG | COMPANY NO | CASHIER | SALESPERSON | TERMINAL | RECEIPT NO | DOC NO | BILL
        NO | TABLE NO | ORDER NO | TRANS | AUTH | APPROVAL | APPROVED | THANK YOU | PLEASE COME | HST NO |
        BN | ABN | GST NUMBER | GUEST CHECK | MEMBER | SERVED BY | SALES PERSON | CASH RECEIPT | CUSTOMER
        COPY | AID | SIMPLIFIED TAX | REFERENCE | ACCOUNT | SLIP NO | USER ID | PAX
        """
    )
    private static let metadataStarts = Phrases(
        """
        TEL | FAX | PHONE | TELEPHONE | EMAIL | WWW | HTTP | HTTPS | INVOICE | INV | RECEIPT | BILL | DATE |
        TIME | TABLE | SERVER | CASHIER | OPERATOR | STATION | COUNTER | REGISTER | STAFF |
        ORDER | CHECK | STORE | GUEST | CLERK | HOST | SLIP | TRANSACTION |
        CARD NO | SALES NO | MOBILE | COVER | OPENING HOURS | SIRET | SIREN | HRB | COMMANDE |
        CAISSE | FACTURE | RESIT
        """
    )
    /// Abbreviations that only a number makes one: `MID 00412`, but `MID VALLEY CITY`.
    private static let numberedStarts = Phrases(
        "REG | DOC | POS | TRN | TC | OP | ST | ACCT | REF | TXN | TID | MID | ORD"
    )
    /// Words for what was paid before the purchase.
    static let prepaymentWords: Phrases =
        "DEPOSIT | DEP | ADVANCE PAYMENT | ARRHES | ACOMPTE | CENGKERAM | ANZAHLUNG | GIFT CARD"
    /// How an order is eaten; such a row is no item, unless it is charged for.
    static let servingWords = Phrases(
        """
        DINE IN | EAT IN | TAKE AWAY | TAKEAWAY | TAKE OUT | TAKEOUT | SUR PLACE | A EMPORTER | À EMPORTER | ZUM MITNEHMEN |
        DRIVE THRU | BUNGKUS
        """
    )
}
