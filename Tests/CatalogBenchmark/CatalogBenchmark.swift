import CatalogDomain
import Foundation
import Glibc

/// Measures how long the lines of a receipt take to be matched with all products, without a database:
///
///     swift run -c release catalog-benchmark [RECEIPTS]
@main
struct CatalogBenchmark {
    static let linesOfReceipt = 60
    static let ownProducts = 300

    static func main() throws {
        let receipts = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200
        let (index, abbreviations, size) = try products()
        let lines = try printedLines()
        let ownNames = (0..<ownProducts).map { "\(lines[$0 % lines.count]) \($0)" }
        var times: [Double] = []
        var found = 0
        for receipt in 0..<receipts {
            let texts = (0..<linesOfReceipt).map { lines[(receipt * linesOfReceipt + $0) % lines.count] }
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
        print("\(index.count) products; the index takes \(size / 1_024) KiB")
        print("\(linesOfReceipt) lines, with \(ownProducts) products of the user's own, \(receipts) receipts:")
        print(
            "processor time p50 \(percentile(0.5)), p95 \(percentile(0.95)), p99 \(percentile(0.99)); \(found) lines found"
        )
    }

    /// The products that Larder ships, with the memory that they take.
    private static func products() throws -> (ProductIndex, AbbreviationTable, bytes: Int) {
        let folder = tests.deletingLastPathComponent().appending(path: "Services/Catalog/ReferenceData")
        let data = try ReferenceData { Array(try Data(contentsOf: folder.appending(path: $0))) }
        let before = residentBytes()
        let abbreviations = AbbreviationTable(data)
        var index = ProductIndex(abbreviations: abbreviations)
        for product in data.products {
            index.insert(UUID(), name: product.name, aliases: product.aliases, unit: product.unit)
        }
        return (index, abbreviations, residentBytes() - before)
    }

    /// The lines of the samples that matching is tested with.
    private static func printedLines() throws -> [String] {
        try ["real_lines.csv", "printed_lines.csv", "shelf_names.csv"].flatMap { file in
            let url = tests.appending(path: "CatalogTests/Products/\(file)")
            return try CSVTable(parsing: try Data(contentsOf: url)).records.map { $0.fields[0] }
        }
    }

    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    /// Memory that the process holds.
    private static func residentBytes() -> Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// What the processor spent on this program, so that others that run beside it don't count.
    private static func processorMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
