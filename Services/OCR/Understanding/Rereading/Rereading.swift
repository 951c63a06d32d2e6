extension RecognizedPage {
    /// The page with what another reading of some of its rows gave in place of their words.
    ///
    /// A row in which the other reading saw nothing stays as it was.
    func replacingRows(by other: RecognizedPage) -> RecognizedPage {
        guard !other.rereadRows.isEmpty else { return other }
        let seen = Set(other.words.map(\.line))
        let bands = other.rereadRows.indices.filter(seen.contains).map { other.rereadRows[$0] }
        var page = self
        page.alternatives = []
        page.words = words.filter { word in !bands.contains { $0.holds(word.box) } }
        let next = (words.map(\.line).max() ?? 0) + 1
        page.words += other.words.map { word in
            var word = word
            word.line += next
            return word
        }
        return page
    }
}

extension RecognizedPage {
    /// Adds some of the rows that another page has of a second reading, with their words.
    /// - Parameters:
    ///   - map: from that page to this one; it turns nothing.
    ///   - isMeant: which rows, as they lie on the other page.
    mutating func addRereadRows(
        of other: RecognizedPage,
        movedBy map: Projection = .identity,
        where isMeant: (RowBand) -> Bool
    ) {
        for (index, row) in other.rereadRows.enumerated() where isMeant(row) {
            let line = rereadRows.count
            rereadRows.append(row.moved(by: map))
            words += other.words.filter { $0.line == index }.map { word in
                var word = word
                word.box = map.bounds(of: word.box)
                word.line = line
                return word
            }
        }
    }
}

extension RowBand {
    /// Halfway between its ends.
    var middle: Double { Double(leftMiddle + rightMiddle) / 2 }

    fileprivate func moved(by map: Projection) -> RowBand {
        let (first, last) = (map(Double(left), Double(leftMiddle)), map(Double(right), Double(rightMiddle)))
        return RowBand(
            left: Int(first.x.rounded()),
            right: Int(last.x.rounded()),
            leftMiddle: Int(first.y.rounded()),
            rightMiddle: Int(last.y.rounded()),
            height: Int((Double(height) * map.y.y).rounded())
        )
    }
}
