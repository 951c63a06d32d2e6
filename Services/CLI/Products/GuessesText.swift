import LarderClient

/// Guesses at what a line means, as people read them.
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

    /// What a match rests on.
    static func reason(_ basis: Catalog.MatchBasis) -> String {
        switch basis {
        case .chosen: "you said so"
        case .agreed: "others say so"
        case .name: "its name"
        case .resemblance: "it is alike"
        case .made: "nothing was known"
        case .unspecified, .unrecognized: ""
        }
    }
}

extension CommandContext {
    /// Guesses at what lines mean, in their order.
    func guesses(for lines: [String], store: String, limit: Int32) async throws -> [Catalog.LineGuesses] {
        var found: [Catalog.LineGuesses] = []
        // As many as one call takes.
        for start in stride(from: 0, to: lines.count, by: 100) {
            let part = lines[start..<min(start + 100, lines.count)]
            let request = Catalog.GuessProductsRequest(storeID: store, printedTexts: Array(part), limit: limit)
            let answer = try await client.mappings.guessProducts(request, options: callOptions)
            guard answer.lines.count == part.count else {
                throw Failure(.failed, "The catalog gave an answer that cannot be used.")
            }
            found += answer.lines
        }
        return found
    }
}
