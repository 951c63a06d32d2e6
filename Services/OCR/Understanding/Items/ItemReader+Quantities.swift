import Foundations

/// Quantities and prices on rows of their own.
extension ItemReader {
    /// The quantity of a row that holds nothing else, such as `2 EA`.
    func count(_ index: Int) -> (quantity: Int64, unit: ReceiptUnit)? {
        let words = rows[index].words.map(\.text)
        guard words.count == 2, let unit = ReceiptUnit(printed: words[1]), !unit.isMeasured,
            words[1].allSatisfy(\.isLetter),
            let number = PrintedNumber(words[0], currencyDecimals: decimals), !number.isZero, number.mantissa < 1000
        else { return nil }
        return (number.scaled(to: 3), unit)
    }

    mutating func takeQuantity(_ index: Int) {
        guard let expression = rows[index].expression else { return }
        let unit = rows[index].unit
        // `2 LEMON CHICKEN 31.80` over `WITH RICE` over `@15.90`: the row between continues the name.
        let continues = expression.quantity == nil && labels.count == 1
        if !quantitiesPrecede, let last = items.indices.last, items[last].kind == .purchase,
            labels.isEmpty || continues,
            items[last].quantity != nil || labels.isEmpty, attach(expression, unit: unit, to: last)
        {
            labels = []
            return
        }
        pendingQuantity = expression
        pendingUnit = unit
    }

    /// Assigns quantity and price to the item when they explain its amount.
    @discardableResult
    mutating func attach(_ expression: RowAmounts.Expression, unit: ReceiptUnit?, to index: Int) -> Bool {
        let amount = items[index].amount
        let price = expression.price.scaled(to: decimals)
        guard price != 0 else { return false }
        if let quantity = expression.quantity {
            guard let product = quantity.times(expression.price, decimals: decimals), Pricing.isClose(product, amount)
            else {
                return false
            }
            items[index].quantity = quantity.scaled(to: 3)
        } else if let quantity = items[index].quantity {
            guard
                Pricing.isClose(
                    PrintedNumber(mantissa: quantity, decimals: 3).times(expression.price, decimals: decimals) ?? 0,
                    amount
                )
            else { return false }
        } else {
            guard amount % price == 0, amount / price > 0 else { return false }
            items[index].quantity = amount / price * 1000
        }
        items[index].unitPrice = price
        items[index].unit = unit ?? items[index].unit ?? .each
        items[index].confidence = min(98, items[index].confidence + 8)
        return true
    }
}
