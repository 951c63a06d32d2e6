/// The vocabulary of a country's random receipts.
struct VariedWords {
    var names: [String]
    /// With the leading blank.
    var companies: [String]
    var streets: [String]
    var quarters: [String]
    var towns: [String]
    var registrations: [String]
    var phones: [String]
    var taxNumbers: [String]
    var headings: [String]
    var dates = ["Date: ", "DATE ", "", "Date : "]
    var goods: [String]
    /// Hundredths of a per cent added; 0 where the tax is included.
    var rate: Int64 = 0
    var subtotals: [String]
    var taxes: [String] = []
    var totals: [String]
    var symbols: [String]
    var cash: [String]
    var changes: [String]
    var cards: [String]
    var thanks: [String]

    static func of(_ country: VariedReceipt.Country) -> VariedWords {
        switch country {
        case .malaysia: malaysia
        case .canada: canada
        case .unitedStates: unitedStates
        case .germany: germany
        }
    }

    private static let malaysia = VariedWords(
        names: [
            "SERI MAJU", "LUCKY STAR TRADING", "KEDAI RUNCIT AMANAH", "HOCK LEE HARDWARE", "Bunga Raya Bakery",
            "T & C FOODS",
        ],
        companies: [" SDN BHD", " SDN. BHD.", " (M) SDN BHD", " ENTERPRISE"],
        streets: [
            "NO 12, JALAN MAWAR 3/5,", "LOT 2, JLN INDUSTRI 7,", "NO.5-G, PERSIARAN UTAMA,", "18 & 20, LORONG DAMAI 2,",
        ],
        quarters: ["TAMAN BUNGA RAYA,", "SEKSYEN 14,", "BANDAR BARU SENTUL,"],
        towns: ["53000 KUALA LUMPUR", "40100 SHAH ALAM, SELANGOR", "81300 SKUDAI, JOHOR.", "11900 PULAU PINANG"],
        registrations: ["(1098765-W)", "CO. REG NO : 765432-K", "Company No. 201801012345", ""],
        phones: ["TEL: 03-5512 3344", "Tel : 07-3321122  Fax : 07-3321123", "H/P: 012-345 6789", "FAX 03-77281234"],
        taxNumbers: ["GST ID NO: 000123456789", "GST REG NO : 001234567890", "(GST NO: 000987654321)"],
        headings: ["TAX INVOICE", "*** CASH BILL ***", "SIMPLIFIED TAX INVOICE", "INVOIS CUKAI"],
        dates: ["Date: ", "DATE ", "", "Tarikh : ", "Bill Date: "],
        goods: [
            "MINYAK MASAK", "BERAS WANGI 5KG", "ROTI PUTIH", "TEH O AIS", "Nasi Lemak Ayam", "PAPER A4 80GSM",
            "LED BULB 9W", "GULA HALUS",
        ],
        subtotals: ["SUBTOTAL", "Sub Total", "SUB-TOTAL (RM)", "Subtotal:"],
        totals: [
            "TOTAL", "GRAND TOTAL", "Grand Total (Incl. GST)", "Nett Total", "TTL", "JUMLAH", "JUMLAH BESAR",
            "Amount Due",
            "Balance to pay", "Total Payable", "TOTAL RM", "Total Amount :", "Total (Incl. GST)", "NET TOTAL",
            "Total Inclusive GST",
            "JUMLAH PERLU DIBAYAR", "Bill Total", "TOTAL AMT",
        ],
        symbols: ["", "RM", "RM "],
        cash: ["CASH", "Cash", "TUNAI", "Cash Received", "PAID"],
        changes: ["CHANGE", "Change", "BAKI", "Change Due"],
        cards: ["VISA", "MASTERCARD", "Credit Card", "Touch n Go"],
        thanks: ["THANK YOU, PLEASE COME AGAIN", "TERIMA KASIH", "GOODS SOLD ARE NOT RETURNABLE"]
    )

    private static let canada = VariedWords(
        names: ["MAPLE CREEK GROCERY", "Riverside Hardware", "NORTH SHORE PHARMACY", "Chez Lucie Cafe"],
        companies: ["", " LTD", " Inc."],
        streets: ["2855 Dundas St W", "110 Queen Street East", "77 Harbour Rd, Unit 4", "1420 Lakeshore Blvd"],
        quarters: [""],
        towns: ["Toronto ON M6P 1Y6", "Calgary, AB T2P 3N9", "VANCOUVER BC V5K 0A1"],
        registrations: ["HST # 123456789 RT0001", "Store #0412", ""],
        phones: ["416-555-0191", "Tel: (604) 555-0134", "Phone 403 555 0177"],
        taxNumbers: ["GST/HST NO. 81234 5678 RT0001", "BN 123456789"],
        headings: ["SALES RECEIPT", "*** RECEIPT ***", "Cashier: RNA M."],
        goods: [
            "2% MILK 4L", "WHL WHEAT BREAD", "Bananas", "KM PAPER TOWEL", "BM CHEDDAR 400G", "MAPLE SYRUP",
            "Deck Screws", "RN NOODLES",
        ],
        rate: 1300,
        subtotals: ["SUBTOTAL", "Sub Total", "SUB-TOTAL"],
        taxes: ["HST 13%", "HST 13.00%", "H HST"],
        totals: ["TOTAL", "Total", "AMOUNT DUE", "Balance Due", "GRAND TOTAL", "Total CAD"],
        symbols: ["", "$"],
        cash: ["CASH", "Cash Tendered"],
        changes: ["CHANGE", "Change Due"],
        cards: ["INTERAC", "MASTERCARD", "VISA"],
        thanks: ["Thank you for shopping local", "MERCI - THANK YOU"]
    )

    private static let unitedStates = VariedWords(
        names: ["SUNNY ACRES MARKET", "Main Street Deli", "OAK RIDGE BOOKS", "Bluebird Diner"],
        companies: ["", " LLC", " INC"],
        streets: ["1250 Prairie Pkwy", "48 W Main St", "900 Commerce Dr", "2210 Elm Avenue"],
        quarters: ["", "Suite 12"],
        towns: ["Columbus OH 43215", "AUSTIN, TX 78701", "Madison WI 53703"],
        registrations: ["Store 0231", ""],
        phones: ["(614) 555-0134", "Tel 512-555-0188", "608.555.0110"],
        taxNumbers: ["Fed ID 12-3456789"],
        headings: ["GUEST CHECK", "RECEIPT", "Server: KM"],
        goods: [
            "WHOLE MILK", "SOURDOUGH LOAF", "Roma Tomatoes", "KM COFFEE", "BM TUNA", "Club Sandwich", "PAPERBACK",
            "ICED TEA",
        ],
        rate: 750,
        subtotals: ["SUBTOTAL", "Sub Total"],
        taxes: ["TAX 7.5%", "SALES TAX", "Tax"],
        totals: ["TOTAL", "Total", "AMOUNT DUE", "BALANCE DUE", "Grand Total"],
        symbols: ["", "$"],
        cash: ["CASH", "CASH TEND"],
        changes: ["CHANGE", "CHANGE DUE"],
        cards: ["VISA", "AMEX", "DEBIT"],
        thanks: ["THANK YOU", "Have a nice day!"]
    )

    private static let germany = VariedWords(
        names: ["Bäckerei Sommer", "Frischmarkt Nord", "BUCHHANDLUNG AM TOR"],
        companies: [" GmbH", ""],
        streets: ["Hauptstr. 12", "Bahnhofstrasse 3"],
        quarters: [""],
        towns: ["50667 Köln", "20095 Hamburg"],
        registrations: [""],
        phones: ["Tel. 0221 / 555 0199", "Tel: 040-5550123"],
        taxNumbers: ["USt-IdNr. DE123456789", "St.-Nr. 12/345/67890"],
        headings: ["RECHNUNG", "Kasse 2"],
        dates: ["Datum: ", "", "DATUM "],
        goods: ["VOLLMILCH 1L", "ROGGENBROT", "Kaffee gemahlen", "KM SENF", "Apfelsaft", "RN NUDELN"],
        subtotals: ["Zwischensumme"],
        totals: ["SUMME", "Summe EUR", "GESAMT", "Gesamtbetrag", "ZU ZAHLEN"],
        symbols: ["", "€ "],
        cash: ["BAR", "Gegeben"],
        changes: ["RÜCKGELD"],
        cards: ["GIROCARD", "Kartenzahlung"],
        thanks: ["Vielen Dank für Ihren Einkauf"]
    )
}
