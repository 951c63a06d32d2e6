/// Suggests existing names for one that doesn't exist.
package enum NearestNames {
    /// The names with the least edit distance, the nearest first.
    /// - Parameter limit: How many at the most.
    package static func of(_ name: String, among names: some Sequence<String>, limit: Int = 3) -> [String] {
        let wanted = Array(name.lowercased().utf8)
        // More than a third of wrong letters is another word.
        let tolerance = max(1, wanted.count / 3)
        let near = names.compactMap { candidate -> (name: String, distance: Int)? in
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - wanted.count) <= tolerance else { return nil }
            let distance = distance(wanted, letters)
            return distance <= tolerance ? (candidate, distance) : nil
        }
        return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
    }

    /// Insertions, deletions, substitutions and exchanges of neighbours that lead from one to the other: the optimal
    /// string alignment distance (Damerau 1964, as computed by Wagner and Fischer 1974).
    static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
        guard !from.isEmpty, !to.isEmpty else { return max(from.count, to.count) }
        var beforeLast = [Int](repeating: 0, count: to.count + 1)
        var last = Array(0...to.count)
        for row in 1...from.count {
            var current = [row] + [Int](repeating: 0, count: to.count)
            for column in 1...to.count {
                let isSame = from[row - 1] == to[column - 1]
                current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
                if row > 1, column > 1, from[row - 1] == to[column - 2], from[row - 2] == to[column - 1] {
                    current[column] = min(current[column], beforeLast[column - 2] + 1)
                }
            }
            (beforeLast, last) = (last, current)
        }
        return last[to.count]
    }
}
