/// Words that insult, in the languages of the receipts at hand.
enum InsultingWords {
    /// Also where digits stand for the letters that they look like.
    static func contain(_ word: String) -> Bool {
        list.contains(word) || list.contains(String(word.map { lookalikes[$0] ?? $0 }))
    }

    private static let lookalikes: [Character: Character] = [
        "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t",
    ]

    /// Whole words, and none that food is called by too, such as the French bâtard and the Malay babi.
    private static let list: Set<String> = [
        "arsehole", "asshole", "bastard", "bitch", "bitches", "bullshit", "cocksucker", "cunt", "cunts", "dickhead",
        "faggot", "fuck", "fucked", "fucker", "fuckers", "fucking", "fucks", "motherfucker", "nigga", "nigger",
        "niggers", "shit", "shits", "shitty", "slut", "sluts", "twat", "wanker", "wankers", "whore", "whores",
        "connard", "connards", "connasse", "encule", "enculer", "merde", "merdes", "pute", "putes", "putain", "salaud",
        "salope", "salopes",
        "bangsat", "keparat", "kimak", "lancau", "pukimak", "sundal",
    ]
}
