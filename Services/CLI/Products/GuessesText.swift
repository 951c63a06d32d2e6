import LarderClient

/// Formats guesses of a line's meaning.
enum GuessesText {
    static func table(_ line: Catalog.LineGuesses) -> Table {
        var table = Table([
            .init(title: ""), .init(title: "May be", shrinks: true), .init(title: "Sure", alignment: .right),
            .init(title: "Because"), .init(title: "Product"),
        ])
        for guess in line.guesses {
            table.add([
                .init(guess.product?.category?.symbol ?? ""), .init(guess.product?.name ?? ""),
                .init("\(guess.confidence) %"), .init(reason(guess.basis)), .init(guess.product?.id ?? "", .dim),
            ])
        }
        return table
    }

    /// The basis of a match.
    static func reason(_ basis: Catalog.MatchBasis) -> String {
        switch basis {
        case .chosen: "your choice"
        case .agreed: "users agree"
        case .name: "its name"
        case .resemblance: "similar name"
        case .made: "no known product"
        case .unspecified, .unrecognized: ""
        }
    }
}

extension CommandContext {
    /// The guesses for lines, in their order.
    func guesses(for lines: [String], store: String, limit: Int32) async throws -> [Catalog.LineGuesses] {
        var found: [Catalog.LineGuesses] = []
        // In batches of the maximum for one call.
        for start in stride(from: 0, to: lines.count, by: 100) {
            let part = lines[start..<min(start + 100, lines.count)]
            let request = Catalog.GuessProductsRequest(storeID: store, printedTexts: Array(part), limit: limit)
            let answer = try await client.mappings.guessProducts(request, options: callOptions)
            guard answer.lines.count == part.count else {
                throw Failure(.failed, "The catalog's response is invalid.")
            }
            found += answer.lines
        }
        return found
    }
}
