import Foundations

extension CalendarDay {
    /// Reads a purchase's day, `YYYY-MM-DD` from 1900 on; nil for anything else.
    init?(purchaseDay text: String) {
        guard let day = CalendarDay(text), day.year >= 1900 else { return nil }
        self = day
    }
}
