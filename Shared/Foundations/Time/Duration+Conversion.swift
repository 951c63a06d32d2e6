extension Duration {
    /// Seconds with their fraction, as exact as a `Double` is.
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// Milliseconds, rounded towards zero; the nearest `Int64` when there are more.
    package var wholeMilliseconds: Int64 { whole(perSecond: 1_000) }

    /// Nanoseconds, rounded towards zero, at most about 146 years either way.
    ///
    /// Half of the range of `Int64`, so that a point in time and a duration can be added without overflow.
    package var wholeNanoseconds: Int64 {
        min(max(whole(perSecond: 1_000_000_000), .min / 2), .max / 2)
    }

    private func whole(perSecond parts: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let fraction = attoseconds / (1_000_000_000_000_000_000 / parts)
        let (scaled, overflows) = seconds.multipliedReportingOverflow(by: parts)
        let (sum, overflowsAgain) = scaled.addingReportingOverflow(fraction)
        return overflows || overflowsAgain ? (seconds < 0 ? .min : .max) : sum
    }
}
