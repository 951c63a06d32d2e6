/// The numbers by which evidence is weighed, and the curves of confidences.
///
/// `make receipts-report OPTIONS=--fit` fits them to real receipts, keeps weights set by hand where shops left out gain nothing
/// by others, and writes ``fitted``. What is not fitted stands beside the rule that it belongs to.
package struct Weights: Sendable, Hashable, Codable {
    /// The score of full agreement with each piece of evidence for a total.
    package var total: [TotalWitness: Double]
    /// The score of each sign that a row names the store.
    package var name: [NameWitness: Double]
    /// The curves from own to shown confidence.
    package var calibration: Calibration

    /// Weights by evidence; what is not named counts nothing.
    package init(total: [TotalWitness: Double], name: [NameWitness: Double], calibration: Calibration) {
        self.total = total
        self.name = name
        self.calibration = calibration
    }
}

/// A kind of evidence for or against an amount being the total.
package enum TotalWitness: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// A row that says "amount due".
    case amountDue
    /// A row that says "total".
    case label
    /// A total that may precede rounding or discounts.
    case earlyLabel
    /// A bare "total" over two amounts, which closes a tax table.
    case tableLabel
    /// How far down a row for the total is, 0…1.
    case labelPosition
    /// Cash minus change.
    case cash
    /// A payment without change.
    case payment
    /// A payment whose change was not read.
    case paymentWithChange
    /// A payment whose amount was not read.
    case unreadPayment
    /// A tax table whose taxes follow from its rates.
    case taxTable
    /// A tax table whose taxes do not.
    case doubtfulTaxTable
    /// A printed tax that follows from total and rate.
    case includedTax
    /// The same, of a tax table, which is evidence of its own.
    case includedTableTax
    /// The subtotal with its additions.
    case subtotal
    /// Several items with their additions.
    case items
    /// A single item with its additions.
    case singleItem
    /// A multiple of the smallest coin where a rounding is printed.
    case printedRounding
    /// A multiple of the smallest coin where change is given.
    case coin
    /// An amount of zero.
    case zero
    /// The same amount on rows without a readable label.
    case repetition
}

/// A sign that a row names the store, or does not.
package enum NameWitness: String, Sendable, Hashable, Codable, CodingKeyRepresentable, CaseIterable {
    /// How many rows that may be names precede it, without those of a neighbour.
    case precedingNames
    /// A legal form, in a country whose stores print theirs.
    case legalForm
    /// A legal form in another country.
    case otherLegalForm
    /// A word such as "restaurant".
    case businessWord
    /// The share of the reader's confidence that is missing, 0…1.
    case misreading
    /// A row that was hardly read: perhaps a drawing.
    case drawing
    /// The height of its letters above that of the page's typical ones, −1…1.
    case letterHeight
    /// No capital letter.
    case lowercase
    /// A sentence.
    case slogan
    /// A mall or a brand of fuel.
    case neighbour
}
