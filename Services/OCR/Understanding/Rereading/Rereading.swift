extension RecognizedPage {
    /// The page with the words of reread rows replaced.
    ///
    /// A row in which the other reading found nothing stays unchanged.
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
    /// Adds some of another page's reread rows with their words.
    /// - Parameters:
    ///   - map: the projection from that page to this one, without rotation.
    ///   - isMeant: selects rows by their position on the other page.
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
    /// The vertical position halfway between its ends.
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
