import ArgumentParser
import CatalogEvaluation
import Foundation

/// Measures how well printed lines are matched with products, and how long it takes.
@main
struct CatalogBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "catalog-benchmark",
        abstract:
            "How well printed lines are matched with products, compared with the last release, and how long it takes."
    )

    @Option(help: ArgumentHelp("Keep the figures as those of a release.", valueName: "release"))
    var keep: String?

    @Option(help: "Receipts of 60 lines for the time.")
    var receipts = 200

    @Flag(help: "Tell the mistakes, too.")
    var mistakes = false

    func validate() throws {
        if !(1...100_000).contains(receipts) { throw ValidationError("--receipts must be a number from 1 to 100000.") }
        if let keep, !KeptFigures.isRelease(keep) {
            throw ValidationError("--keep takes a release such as 1.1.0, not \(keep).")
        }
    }

    func run() throws {
        let samples = try PrintedLineSample.files.map { file in
            let shipped = try ShippedReferenceData.products.get()
            return (file, try PrintedLineSample(file, in: shipped.index, slugs: shipped.slugs))
        }
        let figures = Dictionary(uniqueKeysWithValues: samples.map { ($0.0, MatchingFigures($0.1)) })
        let last = try KeptFigures.last(before: keep)
        print(MatchingFigures.table(figures, beside: last))
        if mistakes { for (file, sample) in samples { print("\n" + sample.figures(file)) } }
        print("\n" + (try MatchingTime(receipts: receipts).report()))
        if let keep {
            let path = try KeptFigures(release: keep, day: KeptFigures.today, samples: figures).write()
            print("\nKept in \(path).")
        }
    }
}
