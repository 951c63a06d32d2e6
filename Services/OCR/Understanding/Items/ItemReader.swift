import Foundations

/// Turns the rows of the item region into items with amounts, quantities and discounts.
struct ItemReader {
    let rows: [ReceiptRow]
    let region: ItemRegion
    let decimals: Int

    private enum Entry { case named, nameless, label, quantity, discount, skip }

    var items: [ReceiptItem] = []
    var labels: [Int] = []
    var pendingQuantity: RowAmounts.Expression?
    var pendingUnit: ReceiptUnit?
    /// Negative amounts of rows that speak of savings, with the number of items above.
    private var savings: [(place: Int, discount: ReceiptItem)] = []
    /// The row that each item's amount came from.
    private(set) var sources: [Int] = []
    /// Whether quantity and price are printed above the name rather than below.
    var quantitiesPrecede = false
    /// Whether it is unambiguous which name a bare amount belongs to.
    private var isPairingClear = true
    /// The maximum confidence of an item whose name may be its neighbour's.
    private static let unclearPairing = 60
    /// Whether item names begin with bullets, which then do not tell modifiers from items.
    private let namesHaveBullets: Bool

    init(rows: [ReceiptRow], region: ItemRegion, decimals: Int) {
        let names = rows[region.rows].filter { $0.letterCount >= 3 && $0.kind == .other }
        namesHaveBullets = names.count(where: Self.hasBullet) * 2 > names.count
        self.rows = rows
        self.region = region
        self.decimals = decimals
    }

    mutating func read() -> [ReceiptItem] {
        let entries = Dictionary(uniqueKeysWithValues: region.rows.map { ($0, entry($0)) })
        let namesFollow = self.namesFollow(entries)
        quantitiesPrecede = region.rows.lazy.compactMap { entries[$0] }.first { $0 != .skip } == .quantity
        var consumed: Set<Int> = []
        for index in region.rows where !consumed.contains(index) {
            switch entries[index] ?? .skip {
            case .skip: takeSavings(index)
            case .label: takeLabel(index)
            case .quantity: takeQuantity(index)
            case .discount: takeDiscount(index)
            case .named:
                append(index, name: index)
                labels = []
            case .nameless:
                if namesFollow, let next = following(index, entries) {
                    append(index, name: next)
                    consumed.insert(next)
                } else {
                    takeNameless(index)
                }
            }
        }
        dropVoided()
        return items
    }

    /// Removes an item.
    mutating func remove(at index: Int) {
        items.remove(at: index)
        sources.remove(at: index)
        for place in savings.indices where savings[place].place > index { savings[place].place -= 1 }
    }

    // MARK: What a row is

    private func entry(_ index: Int) -> Entry {
        let row = rows[index]
        switch row.kind {
        case .information, .rounding, .change: return .skip
        // `REG 6.79 SAVED 3.40` repeats what the prices contain.
        case .discount where Self.saysSaved(row): return .skip
        case .columnHeader where row.amount == nil: return .skip
        case .itemCount where row.amount == nil: return .skip
        case .metadata where row.amount == nil: return .skip
        case .discount where isDiscount(row): return .discount
        default: break
        }
        if let expression = row.expression, expression.endsRow, row.nameLetters < 2 || saysQuantity(row) {
            return .quantity
        }
        if let amount = row.amount {
            // `Lk 2.67 2.69` under a name is a misread quantity.
            if row.nameLetters <= 3, !row.numbers.isEmpty, isBareLabel(index - 1) { return .nameless }
            if row.nameLetters >= 2 {
                return amount.mantissa < 0 && !isReturn(row, amount) ? .discount : .named
            }
            return row.numbers.isEmpty && row.leadingQuantity == nil && row.code == nil && row.nameLetters == 0
                && row.letterCount < 2
                && labels.isEmpty && index > region.rows.lowerBound && rows[index - 1].amount != nil
                ? .skip : .nameless
        }
        guard row.letterCount >= 2, row.letterCount >= row.digitCount || row.nameLetters >= 4 else { return .skip }
        return isRemark(row) ? .skip : .label
    }

    /// Whether a row without an amount names nothing: `** VOIDED ENTRY **`, `- no pudding`, `SKU RC-2529-4`.
    private func isRemark(_ row: ReceiptRow) -> Bool {
        if row.cues.beginsWithAny(Self.codeStarts), row.digitCount >= 2 { return true }
        return !namesHaveBullets && Self.hasBullet(row)
    }

    /// Whether a row begins with a bullet, as modifiers do: `- no pudding`.
    private static func hasBullet(_ row: ReceiptRow) -> Bool {
        row.words.count > 1 && row.words[0].text.allSatisfy { "-+>*•~–".contains($0) }
            || row.text.hasPrefix("**") || row.text.hasPrefix("--")
    }

    private static let codeStarts: Phrases =
        "SKU | ISBN | S N | SN | BARCODE | SERIAL | PLU | RÉF | ITEM NO | ART NO | CODE"

    /// Whether a row says how much was saved, without a minus: `REG 6.79 SAVED 3.40`, which the prices may contain.
    private static func saysSaved(_ row: ReceiptRow) -> Bool {
        row.cues.has("SAVED") && (row.amount.map { $0.mantissa > 0 } ?? false)
    }

    /// Whether the row states a quantity, such as `Qty: 2 @ 5.20`.
    private func saysQuantity(_ row: ReceiptRow) -> Bool {
        row.cues.words.first { $0.contains(where: \.isLetter) }.map { ["QTY", "QUANTITY", "KUANTITI"].contains($0) }
            ?? false
    }

    /// Whether a negative amount is explained by quantity and price.
    private func isReturn(_ row: ReceiptRow, _ amount: PrintedNumber) -> Bool {
        let numbers = row.numbers + [row.leadingQuantity].compactMap { $0 }
        return numbers.contains { quantity in
            numbers.contains { price in
                quantity != price && price.decimals >= decimals
                    && quantity.times(price, decimals: decimals).map { abs($0) == abs(amount.scaled(to: decimals)) }
                        ?? false
            }
        }
    }

    private func isBareLabel(_ index: Int) -> Bool {
        guard region.rows.contains(index) else { return false }
        let row = rows[index]
        return row.kind == .other && row.amount == nil && row.expression == nil && row.letterCount >= 4
            && row.letterCount > row.digitCount
    }

    private func isDiscount(_ row: ReceiptRow) -> Bool {
        guard let amount = row.amount, !amount.isZero, row.expression == nil else { return false }
        if amount.mantissa < 0 { return true }
        // `5-SHIRT OFFER less 1.50`
        if row.words.last(where: { $0.text.contains(where: \.isLetter) })?.text.uppercased() == "LESS" { return true }
        return row.cues.beginsWithAny(Self.discountStarts) || RowKind.isBareDeduction(row.cues)
            || (row.tokens.contains { $0.kind == .percent } && row.cues.has("OFF"))
    }

    private static let discountStarts: Phrases =
        """
        DISCOUNT | DISC | COUPON | LESS | DISKAUN | POTONGAN | RABAIS | SAVING | SAVINGS | REBATE | VOUCHER | RABATT | REMISE | PROMO DISC |
        MEMBER DISC | INSTANT SAVINGS | 割引 | 値引 | SCONTO | REDUCTION | STORE COUPON | MFR COUPON
        """

    /// Whether names are printed under their amounts (`4132 1 20.00 20.00` over `300X17 TUBES`).
    private mutating func namesFollow(_ entries: [Int: Entry]) -> Bool {
        let nameless = region.rows.filter { entries[$0] == .nameless }
        guard let first = nameless.first, let last = nameless.last else { return false }
        let begins = hasLabelAbove(first, entries)
        let ends = entries[last + 1] == .label
        if begins != ends { return ends }
        // No row separates the headings from the first amount, so its name can only follow.
        if !begins, region.hasHeader, first == region.rows.lowerBound, entries[first + 1] == .label { return true }
        let before = nameless.count { hasLabelAbove($0, entries) }
        let after = nameless.count { entries[$0 + 1] == .label }
        if before == after, begins, let isSurplus = isFirstLabelSurplus(first, last, entries) { return isSurplus }
        isPairingClear = before != after || before == 0
        // A code beside the first amount stands for the name that follows.
        return after > before || after == before && after > 0 && rows[first].code != nil
    }

    /// Whether a name is printed above, possibly with a row of codes between.
    private func hasLabelAbove(_ index: Int, _ entries: [Int: Entry]) -> Bool {
        entries[index - 1] == .label || entries[index - 1] == .skip && entries[index - 2] == .label
    }

    /// Whether the first of one label too many is farther from its amount than the last one, as a heading is; `nil` where
    /// both are as far.
    private func isFirstLabelSurplus(_ first: Int, _ last: Int, _ entries: [Int: Entry]) -> Bool? {
        let label = entries[first - 1] == .label ? first - 1 : first - 2
        guard label >= 0, last + 1 < rows.count else { return nil }
        let above = rows[first].box.y - rows[label].box.bottom
        let below = rows[last + 1].box.y - rows[last].box.bottom
        let height = rows[first].box.height
        return abs(above - below) * 2 > height ? above > below : nil
    }

    private func following(_ index: Int, _ entries: [Int: Entry]) -> Int? {
        entries[index + 1] == .label ? index + 1 : nil
    }

    // MARK: Taking rows

    private mutating func takeLabel(_ index: Int) {
        if let last = items.indices.last, items[last].quantity == nil, labels.isEmpty, let count = count(index) {
            (items[last].quantity, items[last].unit) = count
            return
        }
        labels.append(index)
        // `NAME BADGE (H) @ 0.5500` is the price of the item above.
        let tokens = rows[index].tokens
        guard tokens.count >= 2, tokens[tokens.count - 2].kind == .at, let price = tokens[tokens.count - 1].number,
            let last = items.indices.last
        else { return }
        attach(.init(quantity: nil, price: price, endsRow: true), unit: nil, to: last)
    }

    private mutating func takeDiscount(_ index: Int) {
        guard let amount = rows[index].amount else { return }
        append(index, name: index)
        let last = items.count - 1
        items[last].kind = .discount
        items[last].amount = -abs(amount.scaled(to: decimals))
        items[last].quantity = nil
        items[last].unitPrice = nil
        items[last].unit = nil
        labels = []
    }

    /// Notes a row such as `YOU SAVED 25%  6.00-`, which is a discount only where the sums ask for it.
    private mutating func takeSavings(_ index: Int) {
        let row = rows[index]
        guard let amount = row.amount, let word = row.amountWord,
            row.kind == .information && amount.mantissa < 0 || row.kind == .discount && Self.saysSaved(row)
        else { return }
        let discount = ReceiptItem(
            kind: .discount,
            name: row.name,
            amount: -abs(amount.scaled(to: decimals)),
            confidence: min(row.nameConfidence, word.confidence),
            box: row.box
        )
        savings.append((items.count, discount))
    }

    /// The items with the savings that are printed between them; `nil` when there are none.
    var itemsWithSavings: [ReceiptItem]? {
        guard !savings.isEmpty else { return nil }
        var all = items
        for (place, discount) in savings.reversed() { all.insert(discount, at: place) }
        return all
    }

    private mutating func takeNameless(_ index: Int) {
        let long = leftmost(labels.filter { rows[$0].nameLetters >= 3 && !isDepartment($0) })
        let coded = long.filter { rows[$0].code != nil }
        // Of a department and an article, the article has a code.
        let named = coded.count == 1 && long.count > 1 && rows[index].code == nil ? coded : long
        // Before the first item, rows of the head may precede its name, which is nearest to it.
        let isFirst = items.isEmpty && !region.hasHeader
        let name = (isFirst ? named.last : named.first { !rows[$0].text.contains(":") } ?? named.first) ?? labels.first
        if name == nil, let last = items.indices.last, sources.last == index - 1,
            let expression = rows[index].expression,
            expression.price.scaled(to: decimals) == items[last].amount, let row = sources.last
        {
            // The row above shows the unit price: `SUSHI 1.80` over `4 X 1.80 7.20`.
            items.removeLast()
            sources.removeLast()
            append(index, name: row)
        } else {
            append(index, name: name ?? skippedName(above: index) ?? index)
        }
        labels = []
    }

    /// The labels that begin farthest to the left: those indented describe the item above.
    private func leftmost(_ labels: [Int]) -> [Int] {
        guard !items.isEmpty, let left = labels.map({ rows[$0].box.x }).min() else { return labels }
        return labels.filter { rows[$0].box.x - left <= rows[$0].box.height }
    }

    /// The row above, where it was skipped though nothing else names the amount: a charge called `TAKE AWAY`, or a name with a
    /// speck before it.
    private func skippedName(above index: Int) -> Int? {
        guard region.rows.contains(index - 1) else { return nil }
        let row = rows[index - 1]
        return row.amount == nil && (row.cues.beginsWithAny(RowKind.servingWords) || Self.hasBullet(row))
            && !Self.voids(row)
            ? index - 1 : nil
    }

    private mutating func append(_ index: Int, name: Int) {
        let row = rows[index]
        guard let amount = row.amount else { return }
        let value = amount.scaled(to: decimals)
        let text = nameText(name, ofAmountIn: index)
        let nameConfidence = rows[name].nameConfidence
        let amountConfidence = (row.amountWord ?? row.words.first)?.confidence ?? 0
        var item = ReceiptItem(
            kind: .purchase,
            name: text,
            code: row.code ?? rows[name].code,
            quantity: nil,
            unit: nil,
            unitPrice: nil,
            amount: value,
            confidence: min(amountConfidence, text.isEmpty ? 40 : (nameConfidence + amountConfidence) / 2),
            box: row.box.union(rows[name].box)
        )
        let pricing = Pricing(
            row.amounts,
            amount: value,
            decimals: decimals,
            quantityFirst: region.quantityFirst,
            pending: pendingQuantity
        )
        item.quantity = pricing.quantity?.scaled(to: 3)
        item.unitPrice = pricing.price?.scaled(to: decimals)
        if item.quantity != nil { item.unit = row.unit ?? (pricing.usedPending ? pendingUnit : nil) ?? .each }
        if pricing.isConfirmed { item.confidence = min(98, item.confidence + 8) }
        if name != index, !isPairingClear { item.confidence = min(item.confidence, Self.unclearPairing) }
        pendingQuantity = nil
        pendingUnit = nil
        items.append(item)
        sources.append(index)
    }

    /// The name without its leading count, such as `1 PLATANO` over its weight, where all lines begin with a count.
    private func nameText(_ name: Int, ofAmountIn index: Int) -> String {
        let text = rows[name].name
        guard name != index, rows[index].unit?.isMeasured == true,
            rows[region.rows].contains(where: { $0.leadingQuantity != nil && $0.amount != nil })
        else { return text }
        let rest = text.drop { $0.isASCIIDigit }
        return text.count - rest.count == 1 && rest.first == " " ? String(rest.dropFirst()) : text
    }

    /// Whether the row is a department's heading, such as `27-PRODUCE`.
    private func isDepartment(_ index: Int) -> Bool {
        guard rows[index].words.count <= 2 else { return false }
        let text = rows[index].text
        let digits = text.prefix { $0.isASCIIDigit }
        return (1...3).contains(digits.count) && text.dropFirst(digits.count).first == "-"
            && text.dropFirst(digits.count + 1).allSatisfy { $0.isUppercase || "/&- ".contains($0) }
    }
}
