import Foundation

extension Date {
    /// How exactly it is kept when a receipt was read: enough for what it is needed for, and too little to find the receipt
    /// by it in other data.
    enum Coarseness: TimeInterval {
        /// Users whose first receipts were read in the same hour count as one.
        case hour = 3_600
        /// Lists are in order of days.
        case day = 86_400
    }

    /// The beginning of the hour or day, in UTC.
    func coarse(_ coarseness: Coarseness) -> Date {
        let unit = coarseness.rawValue
        return Date(timeIntervalSince1970: (timeIntervalSince1970 / unit).rounded(.down) * unit)
    }
}
