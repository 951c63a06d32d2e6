/// Words above a store's name that are not part of it.
enum NameWords {
    /// Words that name a mall or a brand of fuel, in or at which a store is.
    static let neighbours: Phrases =
        "MALL | SHOPPING CENTRE | SHOPPING CENTER | GALERIES | GALERIE | GALLERIA | ARCADE | OUTLETS | AIRPORT" + fuels
    /// Words of a brand of fuel.
    static let fuels: Phrases = "FUEL | FUELS | PETROL | GASOLINE"

    /// Whether a row is several words without a capital letter, as persons' names are written beside a receipt.
    static func isInSmallLetters(_ row: ReceiptRow) -> Bool {
        row.cues.words.count >= 2 && !row.text.contains(where: \.isUppercase)
    }

    /// Whether a row is a sentence rather than a name: `Fresh from our oven since 1962`.
    static func isSlogan(_ row: ReceiptRow) -> Bool {
        guard row.cues.words.count >= 3 else { return false }
        if row.cues.hasAny(sentenceWords) || row.text.hasSuffix("!") { return true }
        // A comma or full stop between words in small letters, as no address has them.
        return row.digitCount == 0
            && row.words.dropLast().contains { $0.text.hasSuffix(",") || $0.text.count > 3 && $0.text.hasSuffix(".") }
            && row.words.count { $0.text.first?.isLowercase == true } >= 2
    }

    private static let sentenceWords: Phrases =
        """
        YOUR | OUR | WE | YOU | EVERY | ALWAYS | SINCE | WHERE | IT | WITH | NOUS | VOUS | VOTRE | NOTRE | DEPUIS | SEIT |
        WIR | IMMER | UNSER | UNSERE
        """
}
