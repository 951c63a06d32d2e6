/// A whole number of any length with schoolbook arithmetic, slow and obvious, to check the fast kind against.
struct SchoolbookNumber: Equatable, Comparable {
    /// Digits from the last to the first, without zeros in front; none for zero.
    private(set) var digits: [Int]

    /// The number with these digits, the first one first.
    init(_ text: some StringProtocol) {
        digits = text.reversed().compactMap(\.wholeNumberValue)
        trim()
    }

    private init(reversed digits: [Int]) {
        self.digits = digits
        trim()
    }

    /// The digits, `0` for zero.
    var text: String { digits.isEmpty ? "0" : digits.reversed().map(String.init).joined() }

    /// Whether the number is even.
    var isEven: Bool { (digits.first ?? 0).isMultiple(of: 2) }

    private mutating func trim() { while digits.last == 0 { digits.removeLast() } }

    /// The number with zeros at its end.
    func shifted(by zeros: Int) -> SchoolbookNumber {
        SchoolbookNumber(reversed: Array(repeating: 0, count: zeros) + digits)
    }

    static func < (first: SchoolbookNumber, second: SchoolbookNumber) -> Bool {
        if first.digits.count != second.digits.count { return first.digits.count < second.digits.count }
        for (left, right) in zip(first.digits.reversed(), second.digits.reversed()) where left != right {
            return left < right
        }
        return false
    }

    static func + (first: SchoolbookNumber, second: SchoolbookNumber) -> SchoolbookNumber {
        var (sum, carry) = ([Int](), 0)
        for index in 0..<max(first.digits.count, second.digits.count) + 1 {
            let column = first.digit(index) + second.digit(index) + carry
            sum.append(column % 10)
            carry = column / 10
        }
        return SchoolbookNumber(reversed: sum)
    }

    /// The difference.
    /// - Precondition: `first` is not smaller.
    static func - (first: SchoolbookNumber, second: SchoolbookNumber) -> SchoolbookNumber {
        var (difference, borrowed) = ([Int](), 0)
        for index in first.digits.indices {
            let column = first.digit(index) - second.digit(index) - borrowed
            borrowed = column < 0 ? 1 : 0
            difference.append(column + borrowed * 10)
        }
        return SchoolbookNumber(reversed: difference)
    }

    static func * (first: SchoolbookNumber, second: SchoolbookNumber) -> SchoolbookNumber {
        var product = SchoolbookNumber("")
        for (position, digit) in second.digits.enumerated() {
            for _ in 0..<digit { product = product + first.shifted(by: position) }
        }
        return product
    }

    /// The quotient, rounded towards zero, and what is left.
    func divided(by divisor: SchoolbookNumber) -> (quotient: SchoolbookNumber, rest: SchoolbookNumber) {
        var (quotient, rest) = ([Int](), SchoolbookNumber(""))
        for digit in digits.reversed() {
            rest = SchoolbookNumber(reversed: [digit] + rest.digits)
            var count = 0
            while divisor <= rest {
                rest = rest - divisor
                count += 1
            }
            quotient.append(count)
        }
        return (SchoolbookNumber(reversed: quotient.reversed()), rest)
    }

    private func digit(_ index: Int) -> Int { index < digits.count ? digits[index] : 0 }
}
