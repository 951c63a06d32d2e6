import Foundation
import Glibc

/// The rank test of Mann and Whitney: whether one of two samples tends to be larger, whatever their distributions.
enum RankTest {
    /// The threshold of ``z(_:_:)`` that equal distributions exceed less than once in a million times, in either direction.
    static let threshold = 4.9

    /// The normal approximation of the statistic, which is good for samples of more than twenty: 0 for equal ones, positive when
    /// the first tends to be larger.
    /// - SeeAlso: H. B. Mann, D. R. Whitney, On a Test of Whether one of Two Random Variables is Stochastically Larger than the Other,
    ///   1947.
    static func z(_ first: [Double], _ second: [Double]) -> Double {
        let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var (ranks, place) = (0.0, 0)
        while place < all.count {
            // Equal values share the mean of their ranks.
            let end = all[place...].firstIndex { $0.0 != all[place].0 } ?? all.count
            let rank = Double(place + 1 + end) / 2
            ranks += rank * Double(all[place..<end].count { $0.1 })
            place = end
        }
        let (n, m) = (Double(first.count), Double(second.count))
        let statistic = ranks - n * (n + 1) / 2
        return (statistic - n * m / 2) / (n * m * (n + m + 1) / 12).squareRoot()
    }
}

/// The processor time of this process.
enum ProcessorTime {
    /// The seconds that all threads have taken until now: clock(3), which counts microseconds.
    static var now: Double { Double(clock()) / 1e6 }
}
