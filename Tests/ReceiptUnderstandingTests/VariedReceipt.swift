/// A random receipt composed of what stores print, with its expected content.
///
/// The seed determines the receipt.
struct VariedReceipt {
    enum Country: CaseIterable { case malaysia, canada, unitedStates, germany }

    private(set) var text = ""
    let country: Country
    private(set) var store = ""
    private(set) var address = ""
    private(set) var date = ""
    private(set) var time: String?
    /// The name, thousandths where a quantity is printed, and minor units of the line.
    private(set) var items: [(name: String, quantity: Int64?, amount: Int64)] = []
    private(set) var total: Int64 = 0

    private var chance: SeededRandom

    init(_ country: Country, seed: UInt64) {
        self.country = country
        chance = SeededRandom(state: seed)
        head()
        day()
        lines()
        sums()
    }

    private mutating func print(_ row: String) { text += row + "\n" }

    private mutating func print(_ label: String, _ amount: String) {
        print(label + String(repeating: " ", count: max(2, 44 - label.count - amount.count)) + amount)
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { chance.pick(values) }

    // MARK: Head

    private mutating func head() {
        let words = VariedWords.of(country)
        store = pick(words.names) + pick(words.companies)
        var rows = [pick(words.streets)]
        if chance.isHeads { rows += [pick(words.quarters)].filter { !$0.isEmpty } }
        rows.append(pick(words.towns))
        address = rows.joined(separator: " ")
        let registration = pick(words.registrations)
        let comesLater = chance.isHeads
        print(store)
        if !registration.isEmpty, !comesLater { print(registration) }
        rows.forEach { print($0) }
        if !registration.isEmpty, comesLater { print(registration) }
        if chance.isHeads { print(pick(words.phones)) }
        if chance.isHeads { print(pick(words.taxNumbers)) }
        if chance.isHeads { print(pick(words.headings)) }
    }

    // MARK: Day

    private mutating func day() {
        let (year, month, day) = (2017 + chance.below(3), 1 + chance.below(12), 1 + chance.below(28))
        date = "\(year)-\(Self.two(month))-\(Self.two(day))"
        let (hour, minute) = (7 + chance.below(15), chance.below(60))
        let name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][month - 1]
        let (dd, mm, yy) = (Self.two(day), Self.two(month), Self.two(year % 100))
        let days =
            switch country {
            case .malaysia:
                [
                    "\(dd)/\(mm)/\(year)", "\(dd)-\(mm)-\(year)", "\(dd)/\(mm)/\(yy)", "\(dd) \(name) \(year)",
                    "\(dd)-\(name.uppercased())-\(year)", "\(year)-\(mm)-\(dd)", "\(dd).\(mm).\(year)",
                    "\(day) \(name) \(year)",
                ]
            case .canada:
                ["\(year)/\(mm)/\(dd)", "\(year)-\(mm)-\(dd)", "\(name) \(dd), \(year)", "\(name) \(day) \(year)"]
            case .unitedStates:
                ["\(mm)/\(dd)/\(year)", "\(mm)/\(dd)/\(yy)", "\(name) \(dd), \(year)", "\(mm)-\(dd)-\(year)"]
            case .germany: ["\(dd).\(mm).\(year)", "\(dd).\(mm).\(yy)"]
            }
        let (short, half) = (hour % 12 == 0 ? 12 : hour % 12, hour < 12 ? "AM" : "PM")
        var times = ["\(Self.two(hour)):\(Self.two(minute))", "\(Self.two(hour)):\(Self.two(minute)):09"]
        if country != .germany {
            times += ["\(short):\(Self.two(minute)) \(half)", "\(Self.two(short)):\(Self.two(minute)):41\(half)"]
        }
        let clock = pick(times)
        time = "\(Self.two(hour)):\(Self.two(minute))"
        let label = pick(VariedWords.of(country).dates)
        switch chance.below(3) {
        case 0: print("\(label)\(pick(days))  \(clock)")
        case 1:
            print("\(label)\(pick(days))")
            print("Time: \(clock)")
        default:
            print("\(label)\(pick(days))")
            time = nil
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    // MARK: Items

    private mutating func lines() {
        let words = VariedWords.of(country)
        var names = words.goods
        let shape = chance.below(6)
        if shape == 0 { print("QTY  DESCRIPTION", "AMOUNT") }
        for _ in 0..<(2 + chance.below(5)) {
            let name = names.remove(at: chance.below(names.count))
            let (price, count) = (Int64(95 + chance.below(2400)), Int64(1 + chance.below(4)))
            let amount = price * count
            switch shape {
            case 0: print("\(count)    \(name)", money(amount))
            case 1: print("\(name)  \(count) x \(money(price))", money(amount))
            case 2 where count > 1:
                print(name, money(amount))
                print("   \(count) @ \(money(price))")
            case 3:
                print(name)
                print("   \(count) X \(money(price))", money(amount))
            case 4: print("\(name)   \(count)   \(money(price))", money(amount))
            default:
                items.append((name, nil, price))
                print(name, money(price))
                continue
            }
            items.append((name, count * 1000, amount))
        }
    }

    // MARK: Sums

    private mutating func sums() {
        let words = VariedWords.of(country)
        let sum = items.reduce(0) { $0 + $1.amount }
        total = sum
        if words.rate > 0 {
            let tax = (sum * words.rate + 5000) / 10_000
            if chance.isHeads { print(pick(words.subtotals), money(sum)) }
            print(pick(words.taxes), money(tax))
            total += tax
        } else if chance.isHeads {
            print(pick(words.subtotals), money(sum))
        }
        print(pick(words.totals), pick(words.symbols) + money(total))
        switch chance.below(3) {
        case 0:
            let paid = (total / 1000 + 1) * 1000
            print(pick(words.cash), money(paid))
            print(pick(words.changes), money(paid - total))
        case 1: print(pick(words.cards), money(total))
        default: break
        }
        print(pick(words.thanks))
    }

    private func money(_ amount: Int64) -> String {
        let cents = amount % 100
        return "\(amount / 100)\(country == .germany ? "," : ".")\(cents < 10 ? "0" : "")\(cents)"
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
private struct SeededRandom {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    var isHeads: Bool { mutating get { next() & 1 == 0 } }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }
}
