/// The buckets of a histogram whose values are whole numbers, such as nanoseconds or bytes.
package struct HistogramBuckets: Sendable, Hashable {
    /// The highest value of each bucket but the last, which has no end; ascending.
    package let bounds: [Int64]
    /// How many of the recorded unit make one of the unit that is shown: 1,000,000,000 for nanoseconds shown as seconds.
    package let scale: Int64
    /// The first bucket that a value with this many binary digits can be in.
    private let firstByDigits: [UInt8]

    /// Makes buckets.
    /// - Precondition: Bounds ascend, are not negative, and are fewer than 255.
    package init(bounds: [Int64], scale: Int64 = 1) {
        precondition(bounds.count < 255 && (bounds.first ?? 0) >= 0 && zip(bounds, bounds.dropFirst()).allSatisfy(<))
        self.bounds = bounds
        self.scale = scale
        firstByDigits = (0...63).map { digits in
            let smallest: Int64 = digits == 0 ? 0 : 1 << Int64(digits - 1)
            return UInt8(bounds.firstIndex { $0 >= smallest } ?? bounds.count)
        }
    }

    /// The bucket that a value belongs to: the first whose bound is not below it. Negative values count as 0.
    @inline(__always)
    func index(of value: Int64) -> Int {
        let value = max(0, value)
        // At most the few bounds between two powers of two are compared.
        var index = Int(firstByDigits[64 - value.leadingZeroBitCount])
        while index < bounds.count, bounds[index] < value { index += 1 }
        return index
    }

    /// Times in nanoseconds, shown in seconds; the bounds of gRPC's latency histograms (gRFC A66).
    package static let latency = HistogramBuckets(
        bounds: [
            0, 10, 50, 100, 300, 600, 800, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 13_000, 16_000,
            20_000, 25_000, 30_000, 40_000, 50_000, 65_000, 80_000, 100_000, 130_000, 160_000, 200_000, 250_000,
            300_000, 400_000, 500_000, 650_000, 800_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 20_000_000,
            50_000_000, 100_000_000,
        ].map { $0 * 1_000 },
        scale: 1_000_000_000
    )

    /// Sizes in bytes; the bounds of gRPC's size histograms (gRFC A66).
    package static let size = HistogramBuckets(
        bounds: [
            0, 1_024, 2_048, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 67_108_864, 268_435_456,
            1_073_741_824, 4_294_967_296,
        ]
    )

    /// Numbers of things; the bounds of gRPC's count histograms (gRFC A66).
    package static let count = HistogramBuckets(
        bounds: [
            0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096, 8_192, 16_384, 32_768, 65_536,
        ]
    )

    /// Numbers of repetitions of a call, which are few.
    package static let repetitions = HistogramBuckets(bounds: [0, 1, 2, 3, 4, 5])
}
