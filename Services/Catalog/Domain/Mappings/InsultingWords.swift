/// Insulting words in the languages of the supported receipts.
enum InsultingWords {
    /// Whether a word is insulting, also with digits in place of similar letters.
    static func contain(_ word: String) -> Bool {
        list.contains(word) || list.contains(String(word.map { lookalikes[$0] ?? $0 }))
    }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t",
    ]

    /// Whole words, excluding names of food such as the French bâtard and the Malay babi.
    private static let list: Set<String> = [
        "arsehole", "asshole", "bastard", "bitch", "bitches", "bullshit", "cocksucker", "cunt", "cunts", "dickhead",
        "faggot", "fuck", "fucked", "fucker", "fuckers", "fucking", "fucks", "motherfucker", "nigga", "nigger",
        "niggers", "shit", "shits", "shitty", "slut", "sluts", "twat", "wanker", "wankers", "whore", "whores",
        "connard", "connards", "connasse", "encule", "enculer", "merde", "merdes", "pute", "putes", "putain", "salaud",
        "salope", "salopes",
        "bangsat", "keparat", "kimak", "lancau", "pukimak", "sundal",
    ]
}
