package import Foundation
import Foundations

/// The entry of a list that clients read page by page.
package protocol ListedEntry {
    /// The list's name in tokens of pages.
    static var list: String { get }
}

/// The sort key of a list that is ordered by a time, and by the entries' ids where times are equal.
package struct TimeKey<Entry: ListedEntry>: PageKey, Equatable {
    /// The entries' list.
    package static var list: String { Entry.list }

    /// The entry's time, exact to the microsecond.
    package let time: Date
    /// The entry's id.
    package let id: UUID

    /// The key of an entry.
    package init(_ time: Date, _ id: UUID) {
        self.time = time
        self.id = id
    }

    /// Reads ``fields``.
    package init?(fields: [String]) {
        guard fields.count == 2, let time = Date(pageField: fields[0]), let id = UUID(canonical: fields[1]) else {
            return nil
        }
        self.init(time, id)
    }

    /// The key as texts.
    package var fields: [String] { [time.pageField, id.canonical] }
}

/// The sort key of a list that is ordered by a number, such as a version or a place in a queue.
package struct NumberKey<Entry: ListedEntry>: PageKey, Equatable {
    /// The entries' list.
    package static var list: String { Entry.list }

    /// The entry's number, from 1.
    package let number: Int64

    /// The key of an entry.
    package init(_ number: Int64) { self.number = number }

    /// Reads ``fields``.
    package init?(fields: [String]) {
        guard fields.count == 1, let number = Int64(fields[0]), number > 0 else { return nil }
        self.init(number)
    }

    /// The key as text.
    package var fields: [String] { [String(number)] }
}

extension Date {
    /// The time in a page's token, exact to the microsecond as PostgreSQL keeps it.
    package var pageField: String { String(Int64((timeIntervalSinceReferenceDate * 1e6).rounded())) }

    /// Reads ``pageField``; nil unless it is a time within 300 years of 2001.
    package init?(pageField: String) {
        guard let microseconds = Int64(pageField), microseconds.magnitude < 9_467_280_000_000_000 else {
            return nil
        }
        self.init(timeIntervalSinceReferenceDate: Double(microseconds) / 1e6)
    }
}
