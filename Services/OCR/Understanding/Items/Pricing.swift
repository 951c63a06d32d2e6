/// Determines which of a row's numbers are the quantity and the unit price.
struct Pricing {
    var quantity: PrintedNumber?
    var price: PrintedNumber?
    /// Whether quantity times price equals the amount.
    var isConfirmed = false
    var usedPending = false

    init(
        _ part: RowAmounts,
        amount: Int64,
        decimals: Int,
        quantityFirst: Bool,
        pending: RowAmounts.Expression?
    ) {
        if let expression = part.expression, !expression.endsRow {
            quantity =
                expression.quantity ?? part.leadingQuantity ?? Self.count(of: expression.price, in: amount, decimals)
            price = expression.price
            isConfirmed = explains(amount, decimals)
            if isConfirmed || part.numbers.count <= 3 { return }
        }
        if let pending, let count = pending.quantity, let product = count.times(pending.price, decimals: decimals),
            Self.isClose(product, amount)
        {
            (quantity, price, isConfirmed, usedPending) = (count, pending.price, true, true)
            return
        }
        var numbers = part.numbers.filter { !$0.isZero }
        if let leading = part.leadingQuantity { numbers.insert(leading, at: 0) }
        if pair(numbers, amount, decimals) { return }
        quantity = nil
        price = nil
        if let leading = part.leadingQuantity, quantityFirst || leading.decimals == 0 {
            quantity = leading
        } else if let count = part.numbers.first(where: { $0.decimals == 0 && $0.mantissa > 0 && $0.mantissa < 1000 }) {
            quantity = count
        }
        price = part.numbers.last { $0.decimals >= 2 && !$0.isZero }
        correctCount(amount, decimals)
    }

    /// Corrects a misread count by a price that divides the amount: `40 3.10 12.40` are four.
    ///
    /// A unit price equal to the amount leaves no other count than one.
    private mutating func correctCount(_ amount: Int64, _ decimals: Int) {
        guard let price, quantity.map({ $0.decimals == 0 }) ?? true,
            let count = Self.count(of: price, in: amount, decimals)
        else { return }
        let isLikely = quantity.map { Self.isMisreading(String($0.mantissa), of: String(count.mantissa)) } ?? false
        if count.mantissa == 1 || isLikely { quantity = count }
    }

    /// Whether one text is the other with one digit inserted, lost or confused.
    private static func isMisreading(_ read: String, of printed: String) -> Bool {
        let (a, b) = (Array(read), Array(printed))
        guard abs(a.count - b.count) <= 1, max(a.count, b.count) > 1 else { return false }
        let head = zip(a, b).prefix { $0 == $1 }.count
        let tail = zip(a.dropFirst(head).reversed(), b.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        return max(a.count, b.count) - head - tail <= 1
    }

    /// The quotient of an amount and a price; `nil` when it is not a whole number.
    private static func count(of price: PrintedNumber, in amount: Int64, _ decimals: Int) -> PrintedNumber? {
        let one = price.scaled(to: decimals)
        guard one > 0, amount > 0, amount % one == 0 else { return nil }
        return PrintedNumber(mantissa: amount / one, decimals: 0)
    }

    /// Finds two numbers whose product is the amount, preferring a quantity without decimals.
    private mutating func pair(_ numbers: [PrintedNumber], _ amount: Int64, _ decimals: Int) -> Bool {
        for wantsWhole in [true, false] {
            for (i, count) in numbers.enumerated() where (count.decimals == 0) == wantsWhole {
                for (j, value) in numbers.enumerated().reversed()
                where i != j && (value.decimals >= min(2, decimals) || decimals == 0) {
                    guard let product = count.times(value, decimals: decimals), Self.isClose(product, amount),
                        product != 0
                    else { continue }
                    (quantity, price, isConfirmed) = (count, value, true)
                    return true
                }
            }
        }
        return false
    }

    private func explains(_ amount: Int64, _ decimals: Int) -> Bool {
        guard let quantity, let price, let product = quantity.times(price, decimals: decimals) else { return false }
        return Self.isClose(product, amount)
    }

    /// Whether two amounts are equal up to rounding of the price: two minor units, or one part in two hundred.
    static func isClose(_ a: Int64, _ b: Int64) -> Bool { abs(a - b) <= max(2, abs(b) / 200) }
}
