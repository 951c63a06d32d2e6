import PrintedWords

/// The shipped tables: products, shelf lives, nutrition, and the demonstration town.
package struct ReferenceData: Equatable, Sendable {
    /// The product categories.
    package let categories: [ReferenceCategory]
    /// The shared products.
    package let products: [ReferenceProduct]
    /// The French names of categories and products, those of products being unique; what has none is shown in English.
    package let frenchNames: [ReferenceFrenchName]
    /// Abbreviations printed by tills.
    package let abbreviations: [ReferenceAbbreviation]
    /// Words and phrases of other languages, trade names and filler words.
    package let printedWords: [ReferencePrintedWord]
    /// The shelf lives of foods.
    package let shelfLives: [ReferenceShelfLife]
    /// The nutrition figures of foods.
    package let foods: [ReferenceFood]
    /// The stores of the demonstration town.
    package let stores: [ReferenceStore]
    /// The eateries of the demonstration town.
    package let eateries: [ReferenceEatery]
    /// Securities whose figures may be shipped.
    package let securities: [ReferenceSecurity]
    /// Their prices at the ends of months.
    package let prices: [ReferencePrice]
    /// What average prices are given for.
    package let averageGoods: [ReferenceAverageGood]
    /// Average retail prices.
    package let averagePrices: [ReferenceAveragePrices]
    /// Brokers with which securities can be bought.
    package let brokers: [ReferenceBroker]
    /// Taxes on what is bought.
    package let taxRates: [TaxRate]

    /// The required files.
    package static let fileNames = [
        ReferenceCategory.fileName, ReferenceProduct.fileName, ReferenceFrenchName.fileName,
        ReferenceAbbreviation.fileName,
        ReferencePrintedWord.fileName, ReferenceShelfLife.fileName,
        ReferenceFood.fileName, ReferenceStore.fileName, ReferenceEatery.fileName,
        ReferenceSecurity.fileName, ReferencePrice.fileName,
        ReferenceAverageGood.fileName, ReferenceAveragePrices.fileName, ReferenceBroker.fileName,
        TaxRate.fileName,
    ]

    /// Parses all files and checks that keys are unique and references valid.
    ///
    /// - Parameter contents: returns the bytes of a file by its name; called once for each of ``fileNames``.
    /// - Throws: a ``ReferenceDataError`` with all problems, or what `contents` throws.
    package init(contents: (_ fileName: String) throws -> [UInt8]) throws {
        var problems: [ReferenceProblem] = []
        categories = ReferenceCategory.read(try contents(ReferenceCategory.fileName), problems: &problems)
        products = ReferenceProduct.read(try contents(ReferenceProduct.fileName), problems: &problems)
        frenchNames = ReferenceFrenchName.read(try contents(ReferenceFrenchName.fileName), problems: &problems)
        abbreviations = ReferenceAbbreviation.read(try contents(ReferenceAbbreviation.fileName), problems: &problems)
        printedWords = ReferencePrintedWord.read(try contents(ReferencePrintedWord.fileName), problems: &problems)
        shelfLives = ReferenceShelfLife.read(try contents(ReferenceShelfLife.fileName), problems: &problems)
        foods = ReferenceFood.read(try contents(ReferenceFood.fileName), problems: &problems)
        stores = ReferenceStore.read(try contents(ReferenceStore.fileName), problems: &problems)
        eateries = ReferenceEatery.read(try contents(ReferenceEatery.fileName), problems: &problems)
        securities = ReferenceSecurity.read(try contents(ReferenceSecurity.fileName), problems: &problems)
        prices = ReferencePrice.read(try contents(ReferencePrice.fileName), problems: &problems)
        averageGoods = ReferenceAverageGood.read(try contents(ReferenceAverageGood.fileName), problems: &problems)
        averagePrices = ReferenceAveragePrices.read(
            try contents(ReferenceAveragePrices.fileName),
            problems: &problems
        )
        brokers = ReferenceBroker.read(try contents(ReferenceBroker.fileName), problems: &problems)
        taxRates = TaxRate.read(try contents(TaxRate.fileName), problems: &problems)
        // With rows omitted, references to them would be reported, too, and hide the actual problems.
        problems = problems.isEmpty ? keyProblems() + referenceProblems() : problems
        guard problems.isEmpty else { throw ReferenceDataError(problems: problems) }
    }

    private func keyProblems() -> [ReferenceProblem] {
        Self.repeated(categories.map(\.slug), in: ReferenceCategory.fileName)
            + Self.repeated(products.map(\.slug), in: ReferenceProduct.fileName)
            + Self.repeated(products.map { NormalisedText($0.name).value }, in: ReferenceProduct.fileName)
            + Self.repeated(frenchNames.map { "\($0.kind) \($0.slug)" }, in: ReferenceFrenchName.fileName)
            + Self.repeated(
                frenchNames.filter { $0.kind == .product }.map { NormalisedText($0.name).value },
                in: ReferenceFrenchName.fileName
            )
            + Self.repeated(abbreviations.map(\.abbreviation), in: ReferenceAbbreviation.fileName)
            + Self.repeated(printedWords.map(\.printed), in: ReferencePrintedWord.fileName)
            + Self.repeated(shelfLives.map(\.id), in: ReferenceShelfLife.fileName)
            + Self.repeated(foods.map(\.id), in: ReferenceFood.fileName)
            + Self.repeated(stores.map(\.place.slug), in: ReferenceStore.fileName)
            + Self.repeated(eateries.map(\.place.slug), in: ReferenceEatery.fileName)
            + Self.repeated(securities.map(\.symbol), in: ReferenceSecurity.fileName)
            + Self.repeated(prices.map { "\($0.symbol) \($0.day)" }, in: ReferencePrice.fileName)
            + Self.repeated(averageGoods.map(\.slug), in: ReferenceAverageGood.fileName)
            + Self.repeated(averagePrices.map(\.id), in: ReferenceAveragePrices.fileName)
            + Self.repeated(averagePrices.map { "\($0.good) \($0.region)" }, in: ReferenceAveragePrices.fileName)
            + Self.repeated(brokers.map(\.slug), in: ReferenceBroker.fileName)
            + taxProblems()
    }

    private func taxProblems() -> [ReferenceProblem] {
        ValidityPeriod.overlaps(among: taxRates.map { ($0.subject, $0.period) }).map { place, other in
            ReferenceProblem(TaxRate.self, "\(taxRates[place].key) holds on days of \(taxRates[other].key).")
        }
    }

    private func referenceProblems() -> [ReferenceProblem] {
        let slugs = Set(categories.map(\.slug))
        let foodIDs = Set(foods.map(\.id))
        let shelfLifeIDs = Set(shelfLives.map(\.id))
        var problems: [ReferenceProblem] = []
        for category in categories {
            if let parent = category.parent, parent == category.slug || !slugs.contains(parent) {
                problems.append(.init(ReferenceCategory.self, "\(category.slug) has the unknown parent \(parent)."))
            }
        }
        for product in products {
            if !slugs.contains(product.category) {
                problems.append(
                    .init(ReferenceProduct.self, "\(product.slug) has the unknown category \(product.category).")
                )
            }
            if let key = product.nutritionKey, !foodIDs.contains(key) {
                problems.append(.init(ReferenceProduct.self, "\(product.slug) names the unknown food \(key)."))
            }
            if let key = product.shelfLifeKey, !shelfLifeIDs.contains(key) {
                problems.append(.init(ReferenceProduct.self, "\(product.slug) names the unknown shelf life \(key)."))
            }
        }
        let productSlugs = Set(products.map(\.slug))
        for name in frenchNames where !(name.kind == .product ? productSlugs : slugs).contains(name.slug) {
            problems.append(.init(ReferenceFrenchName.self, "The \(name.kind) \(name.slug) is unknown."))
        }
        let symbols = Set(securities.map(\.symbol))
        for symbol in Set(prices.map(\.symbol)).subtracting(symbols).sorted() {
            problems.append(.init(ReferencePrice.self, "The security \(symbol) is unknown."))
        }
        for symbol in symbols.subtracting(prices.map(\.symbol)).sorted() {
            problems.append(.init(ReferenceSecurity.self, "\(symbol) has no prices."))
        }
        return problems + averageProblems(products: productSlugs)
    }

    private func averageProblems(products: Set<String>) -> [ReferenceProblem] {
        let goods = Set(averageGoods.map(\.slug))
        let unknownProducts = averageGoods.flatMap { good in
            good.products.filter { !products.contains($0) }.map {
                ReferenceProblem(ReferenceAverageGood.self, "\(good.slug) names the unknown product \($0).")
            }
        }
        let unknownGoods = averagePrices.filter { !goods.contains($0.good) }.map {
            ReferenceProblem(ReferenceAveragePrices.self, "\($0.id) names the unknown good \($0.good).")
        }
        return unknownProducts + unknownGoods
    }

    private static func repeated<Key: Hashable>(_ keys: [Key], in file: String) -> [ReferenceProblem] {
        var seen: Set<Key> = []
        return keys.filter { !seen.insert($0).inserted }
            .map { ReferenceProblem(file: file, line: nil, problem: "“\($0)” is duplicated.") }
    }
}

extension ReferenceProblem {
    fileprivate init(_ row: (some ReferenceRow).Type, _ problem: String) {
        self.init(file: row.fileName, line: nil, problem: problem)
    }
}

extension AbbreviationTable {
    /// The table of the shipped abbreviations and words.
    package init(_ reference: ReferenceData) {
        self.init(
            reference.abbreviations.map { ($0.abbreviation, $0.meaning) },
            words: reference.printedWords.map { ($0.printed, $0.meaning) }
        )
    }
}
