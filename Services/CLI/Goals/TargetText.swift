import LarderClient
import Texts

/// Names what a goal or a price preference is about: a category, a product or everything.
struct TargetText {
    /// The symbol of the category; empty where there is none.
    let symbol: String
    let name: String

    /// - Parameters:
    ///   - productName: What catalog calls the product; empty where it does not.
    ///   - categories: The names of categories; those that are missing are shown by their slugs.
    ///   - everything: What stands for neither a category nor a product.
    init(
        category: String,
        productID: String,
        productName: String,
        categories: CategoryList?,
        everything: LocalizedText
    ) {
        symbol = categories?[category]?.symbol ?? ""
        if !category.isEmpty {
            name = categories?[category]?.name ?? category
        } else if productID.isEmpty {
            name = everything.shown
        } else {
            name = productName.isEmpty ? productID : productName
        }
    }

    /// Both, to be written in a line.
    var line: String { [symbol, name].map { TerminalText.clean($0) }.filter { !$0.isEmpty }.joined(separator: " ") }
}
