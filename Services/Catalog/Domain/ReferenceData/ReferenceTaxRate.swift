import Foundation
import Foundations

extension TaxRate: ReferenceRow {
    /// The name of its file.
    package static let fileName = "tax_rates.csv"
    /// The header of its file.
    package static let columns = ["region", "name", "french_name", "percent", "first_day", "last_day", "source"]

    /// A row of its file.
    package init(reading fields: inout ReferenceFields) {
        self.init(
            region: fields.value("region", Self.region) ?? "",
            name: fields.printedName("name"),
            frenchName: fields.printedName("french_name"),
            percent: fields.value("percent", Self.percent) ?? .zero,
            period: fields.period(),
            source: fields.required("source", upTo: 200)
        )
    }

    private static func percent(_ text: String) -> ExactDecimal? {
        guard let percent = ExactDecimal(text)?.normalized, percent >= .zero, percent <= 50, percent.scale <= 3 else {
            return nil
        }
        return percent
    }
}

extension ReferenceFields {
    /// What receipts call a tax.
    fileprivate mutating func printedName(_ column: String) -> String {
        let name = required(column, upTo: 40)
        // Names with space around them would be other taxes than those without.
        if name != name.trimmingCharacters(in: .whitespaces) { _ = value(column) { _ in nil as String? } }
        return name
    }
}
