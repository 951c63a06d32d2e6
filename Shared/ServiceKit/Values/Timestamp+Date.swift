package import CommonMessages
package import Foundation

extension Common.Timestamp {
    /// The instant of a date.
    package init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(seconds: Int64(seconds), nanos: Int32((date.timeIntervalSince1970 - seconds) * 1e9))
    }

    /// The instant as a date.
    package var date: Date {
        Date(timeIntervalSince1970: Double(seconds) + Double(nanos) / 1e9)
    }
}
