/// Corrects confused letters and digits where the rest of the word is unambiguous.
enum PrintedWord {
    /// The corrected word: `AJIN0M0T0` → `AJINOMOTO`, `45OG` → `450G`; codes and sizes are kept.
    static func corrected(_ text: String) -> String {
        guard text.contains(where: { "0Oo".contains($0) }) else { return text }
        return text.split(separator: " ", omittingEmptySubsequences: false).map { word(String($0)) }
            .joined(separator: " ")
    }

    /// Whether letters follow every zero: `0IL`, `H00K`, but not `V0X` of a post code.
    private static func isInside(_ word: String) -> Bool {
        word.last?.isLetter == true && (word.count > 3 || word.first == "0")
            && word.allSatisfy { $0.isUppercase || $0 == "0" }
    }

    private static func word(_ word: String) -> String {
        let letters = word.count(where: \.isLetter)
        let zeros = word.count { $0 == "0" }
        let digits = word.count(where: \.isASCIIDigit)
        if zeros > 0, zeros == digits, letters > zeros && letters >= 3 || letters >= 2 && isInside(word) {
            let isLower = word.contains(where: \.isLowercase) && word.dropFirst().allSatisfy { !$0.isUppercase }
            return String(word.map { $0 == "0" ? (isLower ? "o" : "O") : $0 })
        }
        guard digits > 0, letters > 0 else { return word }
        var result = Array(word)
        for index in result.indices.dropFirst() where "Oo".contains(result[index]) && result[index - 1].isASCIIDigit {
            let after = result[(index + 1)...].first { !"Oo".contains($0) }
            if after.map({ $0.isASCIIDigit || "GMLKC.".contains($0) }) ?? true { result[index] = "0" }
        }
        return String(result)
    }
}
