import CommonMessages
import Foundations
import ServiceKit
import Texts

/// What an entry says, as it is stored.
enum InboxText: StoredText {
    case receiptReady(store: String, total: Total?, items: Int32, toCheck: Int64, isDuplicate: Bool)
    /// - cause: A raw value of `ReceiptFailure`; one of a newer version may be among them.
    case receiptFailed(cause: String)
    /// The sentence of a version of ocr that names no cause, or one that this version doesn't know.
    case receiptFailedBecause(explanation: String)
    /// - change: A raw value of ``AccountChange``; one of a newer version may be among them.
    case accountSecured(change: String)
    /// - english: What the goal is about; empty where it is about everything, or that has no name.
    /// - firstDay: Of the goal's period; nil in what former versions have stored.
    case goalPassed(
        limit: Total,
        spent: Total,
        english: String,
        french: String,
        firstDay: String? = nil,
        lastDay: String? = nil
    )
    /// What the badge is called.
    case badgeAwarded(english: String, french: String)
    /// - quantity: What is sold together, of the unit.
    /// - percent: How much less that is than what was paid.
    case priceDrop(
        english: String,
        french: String,
        store: String,
        price: Total,
        quantity: String,
        unit: String,
        percent: Int32
    )
    /// Nothing was entered on a day.
    case entryReminder
    /// Their reader has come to a place that tempts them.
    case placeReminder(place: String)

    /// An amount in minor units of its currency.
    struct Total: Codable, Equatable {
        let minorUnits: Int64
        let currency: String

        func text(in language: Language) -> String {
            Common.Money(minorUnits: minorUnits, currency: currency).text(in: language)
        }
    }

    /// The maximum length of ``text``, in Unicode scalars.
    static let limit = 200
    /// That of a store's name within it.
    static let nameLimit = 60

    /// The entry's title, by its kind.
    static func title(ofKind kind: String) -> LocalizedText {
        NoticeKinds.all[kind]?.title ?? .notifications.titleOther
    }

    /// The message, 1 to ``limit`` characters.
    var text: LocalizedText {
        switch self {
        case .receiptReady(let store, let total, let items, let toCheck, let isDuplicate):
            InboxText.message(store: store, total: total, items: items, toCheck: toCheck, isDuplicate: isDuplicate)
        case .receiptFailed(let cause): (ReceiptFailure(rawValue: cause) ?? .unknown).text
        case .receiptFailedBecause(let explanation): .verbatim(explanation)
        case .accountSecured(let change): AccountChange(rawValue: change)?.text ?? .notifications.accountOther
        case .goalPassed(let limit, let spent, let english, let french, let firstDay, let lastDay):
            InboxText.passed(limit: limit, spent: spent, english: english, french: french, days: (firstDay, lastDay))
        case .badgeAwarded(let english, let french):
            .value { language in
                let name = InboxText.name(english, french, in: language)
                return LocalizedText.notifications.badgeAwarded(badge: name).rendered(in: language)
            }
        case .priceDrop(let english, let french, let store, let price, let quantity, let unit, let percent):
            .value { language in
                let sold = InboxText.sold(quantity, unit, in: language)
                func sentence(_ product: String) -> String {
                    let amount = price.text(in: language)
                    let text: LocalizedText =
                        sold.isEmpty
                        ? .notifications.priceDrop(product: product, amount: amount, store: store, number: Int(percent))
                        : .notifications.priceDropFor(
                            product: product,
                            amount: amount,
                            quantity: sold,
                            store: store,
                            number: Int(percent)
                        )
                    return text.rendered(in: language)
                }
                return InboxText.fitting(InboxText.name(english, french, in: language), in: sentence)
            }
        case .entryReminder: .notifications.entryReminder
        case .placeReminder(let place): .notifications.placeReminder(place: place)
        }
    }

    /// How much is sold together: `454 g`, `12`; empty for one piece.
    private static func sold(_ quantity: String, _ unit: String, in language: Language) -> String {
        let number = language == .french ? quantity.replacing(".", with: ",") : quantity
        guard unit == UnitOfMeasure.each.rawValue else { return number.isEmpty ? "" : "\(number)\u{A0}\(unit)" }
        return quantity == "1" ? "" : number
    }

    /// A sentence with a name in it, which is cut rather than the rest.
    private static func fitting(_ name: String, in sentence: (String) -> String) -> String {
        sentence(name.shortened(to: max(1, limit - sentence("").unicodeScalars.count)))
    }

    /// What keeps an account safe and has changed.
    enum AccountChange: String, CaseIterable {
        case passwordChanged = "password_changed"
        case passwordReset = "password_reset"

        var text: LocalizedText {
            switch self {
            case .passwordChanged: .notifications.accountPasswordChanged
            case .passwordReset: .notifications.accountPasswordReset
            }
        }
    }

    /// `Juniper Street Market, CA$53.17, 15 items. 2 to check.` A long store name is cut rather than the figures.
    private static func message(
        store: String,
        total: Total?,
        items: Int32,
        toCheck: Int64,
        isDuplicate: Bool
    ) -> LocalizedText {
        let amount = total.map { total in LocalizedText.value { total.text(in: $0) } }
        let figures = LocalizedText.joined(
            [amount, .notifications.items(count: Int(items))].compactMap(\.self),
            separator: ", "
        )
        let sentences: [LocalizedText] = [
            toCheck == 0
                ? .notifications.ready(figures: figures)
                : .notifications.readyToCheck(figures: figures, number: Int(toCheck)),
            isDuplicate ? .notifications.duplicate : nil,
        ].compactMap(\.self)
        let rest = LocalizedText.joined(sentences)
        guard !store.isEmpty else { return rest }
        return .value { language in
            let rest = rest.rendered(in: language)
            return store.shortened(to: limit - rest.unicodeScalars.count - 2) + ", " + rest
        }
    }

    /// A name in a language; the English one where there is no other.
    private static func name(_ english: String, _ french: String, in language: Language) -> String {
        language == .french && !french.isEmpty ? french : english
    }

    /// `Sweets and biscuits: CA$65.20 of the CA$60.00 …` A long name is cut rather than the figures.
    private static func passed(
        limit: Total,
        spent: Total,
        english: String,
        french: String,
        days: (first: String?, last: String?)
    ) -> LocalizedText {
        .value { language in
            let (amount, total) = (spent.text(in: language), limit.text(in: language))
            func dated(_ passed: LocalizedText) -> String {
                guard let first = days.first, let last = days.last, first != last else {
                    return passed.rendered(in: language)
                }
                return LocalizedText.notifications.goalPeriod(
                    from: first,
                    until: last,
                    passed: passed.rendered(in: language)
                )
                .rendered(in: language)
            }
            guard !english.isEmpty else { return dated(.notifications.goalPassed(amount: amount, total: total)) }
            func sentence(_ target: String) -> String {
                dated(.notifications.goalPassedOn(target: target, amount: amount, total: total))
            }
            return fitting(name(english, french, in: language), in: sentence)
        }
    }
}
