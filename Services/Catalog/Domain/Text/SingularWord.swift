/// Reduces English plurals, so that `TOMATOES` and `tomato` are one word.
///
/// Source: the S-stemmer of D. Harman, "How effective is suffixing?", Journal of the American Society for Information
/// Science 42(1), 1991, with three endings added that are frequent among food: `-oes`, `-ches`/`-shes` and `-ie` (which
/// makes *cookie* and *cookies* equal). The result need not be a word; it need only be the same for all forms.
enum SingularWord {
    static func of(_ word: String) -> String {
        guard word.utf8.count > 3, word.utf8.allSatisfy({ $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }) else {
            return word
        }
        let length = word.utf8.count
        if length > 4, word.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if length > 4, word.hasSuffix("ie") { return word.dropLast(2) + "y" }
        if length > 4, esEndings.contains(where: word.hasSuffix) { return String(word.dropLast(2)) }
        if word.hasSuffix("s"), !keptEndings.contains(where: word.hasSuffix) { return String(word.dropLast()) }
        return word
    }

    private static let esEndings = ["oes", "ches", "shes", "sses", "xes"]
    private static let keptEndings = ["ss", "us", "is"]
}
