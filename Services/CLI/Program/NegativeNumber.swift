/// Numbers below 0 among the arguments of a command line. The parser takes whatever begins with a dash for an option; which
/// numbers are allowed is for each command to say, so they are moved to where the parser takes anything for an argument.
enum NegativeNumber {
    /// The command line with the numbers that no option can have for its value behind its options.
    static func behindOptions(_ arguments: [String]) -> [String] {
        let places = places(in: arguments).filter { !isOption(arguments[$0 - 1]) && !isFollowed($0, in: arguments) }
        return places.isEmpty ? arguments : moving(places, of: arguments)
    }

    /// The command lines with one of the numbers behind its options that would be arguments if the word before is a flag.
    static func behindFlags(_ arguments: [String]) -> [[String]] {
        places(in: arguments).filter { isOption(arguments[$0 - 1]) }.map { moving([$0], of: arguments) }
    }

    /// Where numbers are behind the command's name and before `--`.
    private static func places(in arguments: [String]) -> [Int] {
        let end = end(of: arguments)
        return (0..<end).dropFirst().filter { arguments[$0].wholeMatch(of: /-[0-9.,]+/) != nil }
    }

    /// Whether another argument is behind a number, which would be in front of it otherwise.
    private static func isFollowed(_ place: Int, in arguments: [String]) -> Bool {
        (place + 1..<arguments.count).contains { next in
            !arguments[next].hasPrefix("-") && !isOption(arguments[next - 1])
        }
    }

    private static func isOption(_ word: String) -> Bool { word.hasPrefix("--") && !word.contains("=") }

    private static func moving(_ places: [Int], of arguments: [String]) -> [String] {
        let end = end(of: arguments)
        let others = (0..<end).filter { !places.contains($0) }
        return others.map { arguments[$0] } + ["--"] + places.map { arguments[$0] } + arguments[end...].dropFirst()
    }

    /// Where the options end.
    private static func end(of arguments: [String]) -> Int { arguments.firstIndex(of: "--") ?? arguments.endIndex }
}
