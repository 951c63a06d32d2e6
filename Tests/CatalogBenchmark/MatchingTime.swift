import CatalogDomain
import CatalogEvaluation
import Foundation
import Glibc

/// The time to match the lines of a receipt with all products, without a database.
struct MatchingTime {
    static let linesOfReceipt = 60
    static let ownProducts = 300

    let receipts: Int

    func report() throws -> String {
        let (index, abbreviations, size) = try products()
        let lines = try PrintedLineSample.files.dropLast().flatMap { file in
            try PrintedLineSample(file, in: index, slugs: [:]).lines.map(\.printed)
        }
        let ownNames = (0..<Self.ownProducts).map { "\(lines[$0 % lines.count]) \($0)" }
        var times: [Double] = []
        var found = 0
        for receipt in 0..<receipts {
            let texts = (0..<Self.linesOfReceipt).map { lines[(receipt * Self.linesOfReceipt + $0) % lines.count] }
            let start = processorMilliseconds()
            var own = ProductIndex(abbreviations: abbreviations)
            for name in ownNames { own.insert(UUID(), name: name) }
            for text in texts.map(index.printedText) {
                if case .known = ProductResolver.resolve(text, in: [own, index]) { found += 1 }
            }
            times.append(processorMilliseconds() - start)
        }
        times.sort()
        func percentile(_ part: Double) -> String {
            String(format: "%.1f ms", times[min(times.count - 1, Int(Double(times.count) * part))])
        }
        return """
            \(index.count) products; the index takes \(size / 1_024) KiB
            \(Self.linesOfReceipt) lines, with \(Self.ownProducts) products of the user's own, \(receipts) receipts:
            processor time p50 \(percentile(0.5)), p95 \(percentile(0.95)), p99 \(percentile(0.99)); \(found) lines found
            """
    }

    /// The shipped products, with the memory that they take.
    private func products() throws -> (ProductIndex, AbbreviationTable, bytes: Int) {
        let data = try ShippedReferenceData.data.get()
        let before = residentBytes()
        let abbreviations = AbbreviationTable(data)
        var index = ProductIndex(abbreviations: abbreviations)
        for product in data.products {
            index.insert(UUID(), name: product.name, aliases: product.aliases, unit: product.unit)
        }
        return (index, abbreviations, max(0, residentBytes() - before))
    }

    /// Resident memory of the process.
    private func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Processor time of this program, which is independent of other load.
    private func processorMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
