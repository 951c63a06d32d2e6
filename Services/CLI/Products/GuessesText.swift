import LarderClient
import Texts

/// Formats guesses of a line's meaning.
enum GuessesText {
    static func table(_ line: Catalog.LineGuesses) -> Table {
        var table = Table([
            .init(title: ""), .init(title: .cli.productsMayBe, shrinks: true),
            .init(title: .cli.headingSure, alignment: .right),
            .init(title: .cli.headingBecause), .init(title: .cli.headingProduct),
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
    static func reason(_ basis: Catalog.MatchBasis) -> LocalizedText {
        switch basis {
        case .chosen: .cli.productsBasisChosen
        case .agreed: .cli.productsBasisAgreed
        case .name: .cli.productsBasisName
        case .resemblance: .cli.productsBasisResemblance
        case .made: .cli.productsBasisMade
        case .unspecified, .unrecognized: .verbatim("")
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
                throw Failure(.failed, .cli.productsInvalidResponse)
            }
            found += answer.lines
        }
        return found
    }
}
