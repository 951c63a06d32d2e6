import Foundation
import Testing

/// What the batch program does with typed receipts, words, and files that are not photos.
@Suite("The batch program")
struct BatchProgramTests {
    private static let receipt = """
        PINE & CO
        12 Mill Street
        2024-03-05 10:15
        Bread            2.50
        Milk             1.50
        TOTAL            4.00
        """

    private let folder: BatchRunFolder

    init() throws {
        folder = try BatchRunFolder()
        try folder.write(Self.receipt, to: "typed/bread.txt")
        try folder.write("bread\n", to: "list.txt")
    }

    private func interpret(_ options: String...) throws -> ReportProgram.Outcome {
        try folder.run(["--from-text", "typed", "--list", "list.txt", "--out", "results"] + options)
    }

    private func read(_ options: String...) throws -> ReportProgram.Outcome {
        try folder.run(
            ["--images", "photos", "--list", "list.txt", "--out", "results", "--reader", "tesseract"] + options
        )
    }

    @Test("writes what a typed receipt contains")
    func typed() throws {
        let outcome = try interpret("--candidates")
        #expect(outcome.status == 0)
        #expect(outcome.text.isEmpty)
        let result = try #require(try folder.object("results/bread.json"))
        #expect(result["total"] as? String == "4.00")
        #expect(result["date"] as? String == "2024-03-05")
        #expect((result["candidates"] as? [String: Any])?.keys.sorted() == ["name", "total"])
        #expect(try folder.object("results/timings.json")?.keys.sorted() == ["bread"])
        #expect(folder.exists("results/weights.json"))
        #expect(!folder.exists("results/memory.json"))
    }

    @Test("the list may come from a pipe or file on standard input")
    func standardInput() throws {
        let arguments = ["--from-text", "typed", "--list", "/dev/stdin", "--out", "results"]
        #expect(try folder.run(arguments, input: "# typed\nbread 12\n").status == 0)
        #expect(folder.exists("results/bread.json"))
    }

    @Test("what an earlier run wrote for a listed name does not survive a failure")
    func earlierResults() throws {
        for name in ["bread", "gone", "other", "memory"] { try folder.write("{}", to: "results/\(name).json") }
        try folder.write("bread\ngone\n", to: "list.txt")
        let outcome = try interpret()
        #expect(outcome.status == 1)
        #expect(outcome.text == "gone: No text with this name in typed.\n")
        #expect(try folder.object("results/bread.json")?.isEmpty == false)
        #expect(!folder.exists("results/gone.json"))
        #expect(!folder.exists("results/memory.json"))
        #expect(folder.exists("results/other.json"))
    }

    @Test("the words of an earlier run do not survive a failure")
    func earlierWords() throws {
        try folder.write("{}", to: "words/bread.json")
        try folder.write("no photo", to: "photos/bread.jpg")
        #expect(try read("--words", "words").status == 1)
        #expect(!folder.exists("words/bread.json"))
    }

    @Test("says when nothing was found")
    func nothing() throws {
        try folder.write("", to: "typed/bread.txt")
        let outcome = try interpret()
        #expect(outcome.status == 0)
        #expect(outcome.text == "bread: nothing was found that could be recorded\n")
        #expect(folder.exists("results/bread.json"))
    }

    @Test(
        "a list that cannot be used is an error before anything is read",
        arguments: [
            ("", "contains no name"), ("# bread\n", "contains no name"), ("bread\n../bread\n", "../bread"),
            ("timings\n", "timings.json"), ("weights\n", "weights.json"), ("memory\n", "memory.json"),
        ]
    )
    func lists(_ text: String, _ reason: String) throws {
        try folder.write(text, to: "list.txt")
        let outcome = try interpret()
        #expect(outcome.status == 64)
        #expect(outcome.text.contains(reason))
        #expect(!folder.exists("results"))
    }

    @Test(
        "files and folders that cannot be used are named with the reason",
        arguments: [
            (["--list", "none.txt"], "--list: none.txt cannot be read: No such file or directory."),
            (["--list", "typed"], "--list: typed cannot be read: Is a directory."),
            (["--weights", "none.json"], "--weights: none.json cannot be read: No such file or directory."),
            (["--out", "list.txt"], "--out: list.txt is not a folder."),
            (["--out", "list.txt/results"], "--out: list.txt/results cannot be created: Not a directory."),
            (["--from-text", "none"], "--from-text: none cannot be read: No such file or directory."),
            (["--from-text", "list.txt"], "--from-text: list.txt is not a folder."),
        ]
    )
    func paths(_ options: [String], _ message: String) throws {
        let usual = ["--from-text": "typed", "--list": "list.txt", "--out": "results"]
        let others = usual.filter { !options.contains($0.key) }.flatMap { [$0.key, $0.value] }
        let outcome = try folder.run(others + options)
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("Error: \(message)\n"), "\(outcome.text)")
    }

    @Test("a result that cannot be written ends the run with a sentence")
    func unwritable() throws {
        try FileManager.default.createDirectory(
            atPath: "\(folder.path)/results/bread.json",
            withIntermediateDirectories: true
        )
        let outcome = try interpret()
        #expect(outcome.status == 74)
        #expect(outcome.text == "results/bread.json cannot be removed: Is a directory.\n")
    }

    @Test(
        "options that would do nothing are refused",
        arguments: [
            ["--words", "words"], ["--reader", "all"], ["--models", "models"], ["--rounds", "2"], ["--in-worker"],
        ]
    )
    func idleOptions(_ options: [String]) throws {
        for source in [["--from-text", "typed"], ["--from-words", "words"]] {
            let outcome = try folder.run(source + ["--list", "list.txt", "--out", "results"] + options)
            #expect(outcome.status == 64)
            #expect(outcome.text.contains("Only with --images, since nothing is read otherwise: \(options[0])."))
        }
    }

    @Test("a worker's readers cannot be chosen")
    func workerReaders() throws {
        let outcome = try read("--in-worker")
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("--reader cannot be used with --in-worker"))
    }

    @Test("results do not replace words")
    func sameFolder() throws {
        try folder.write("{}", to: "words/bread.json")
        let outcome = try folder.run(["--from-words", "words", "--list", "list.txt", "--out", "./words/"])
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("--out and --from-words cannot be the same folder"))
        #expect(folder.exists("words/bread.json"))
    }

    @Test("a reader that cannot be loaded is an error when it was asked for")
    func missingReader() throws {
        try folder.write("no photo", to: "photos/bread.jpg")
        let arguments = ["--images", "photos", "--list", "list.txt", "--out", "results", "--models", "none"]
        let chosen = try folder.run(arguments + ["--reader", "pp-ocr"])
        #expect(chosen.status == 64)
        #expect(chosen.text.contains("--reader pp-ocr: PP-OCR: "))
        #expect(!folder.exists("results"))
        let all = try folder.run(arguments)
        #expect(all.status == 1)
        #expect(all.text.contains("Not there: PP-OCR"))
    }
}

/// How the batch program finds photos; all but one of these files cannot be read.
@Suite("Photos of the batch program")
struct BatchPhotoTests {
    private let folder: BatchRunFolder

    init() throws {
        folder = try BatchRunFolder()
        try folder.write("bread\n", to: "list.txt")
    }

    private func read(_ options: String...) throws -> ReportProgram.Outcome {
        try folder.run(
            ["--images", "photos", "--list", "list.txt", "--out", "results", "--reader", "tesseract"] + options
        )
    }

    @Test("words that were written give the same result again")
    func words() throws {
        let photo = ReportProgram.folder.appending(path: "Generated/img/001.jpg")
        try folder.write(Data(contentsOf: photo), to: "photos/bread.JPG")
        let outcome = try read("--words", "words")
        #expect(outcome.status == 0, "\(outcome.text)")
        let result = try #require(try folder.object("results/bread.json"))
        #expect(result["total"] != nil)
        let again = try folder.run(["--from-words", "words", "--list", "list.txt", "--out", "again"])
        #expect(again.status == 0, "\(again.text)")
        #expect(try folder.object("again/bread.json") as NSDictionary? == result as NSDictionary)
    }

    @Test("endings count in upper and lower case", arguments: ["JPG", "jpeg", "Png", "WEBP"])
    func endings(_ ending: String) throws {
        try folder.write("GIF89a", to: "photos/bread.\(ending)")
        let outcome = try read()
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("bread: This is a GIF image"))
    }

    @Test("a picture of another kind is named as what it is", arguments: ["gif", "HEIC", "tiff", "bmp"])
    func otherKinds(_ ending: String) throws {
        try folder.write("\0\0\0\u{18}ftypheic\0\0\0\0", to: "photos/bread.\(ending)")
        let outcome = try read()
        #expect(outcome.status == 1)
        #expect(outcome.text.hasPrefix("bread: This is a HEIC image"))
    }

    @Test("a photo is preferred to a picture of another kind")
    func preferred() throws {
        try folder.write("GIF89a", to: "photos/bread.png")
        try folder.write("\0\0\0\u{18}ftypheic\0\0\0\0", to: "photos/bread.HEIC")
        #expect(try read().text.hasPrefix("bread: This is a GIF image"))
    }

    @Test("two photos of one name are both named")
    func twice() throws {
        try folder.write("1", to: "photos/bread.JPG")
        try folder.write("2", to: "photos/bread.png")
        let outcome = try read()
        #expect(outcome.status == 1)
        #expect(outcome.text == "bread: Several photos have this name: bread.JPG, bread.png.\n")
    }

    @Test("a missing photo is named")
    func missing() throws {
        try folder.write("text", to: "photos/bread.txt")
        let outcome = try read()
        #expect(outcome.status == 1)
        #expect(outcome.text == "bread: No photo with this name in photos.\n")
    }

    @Test("a missing folder is one error")
    func noFolder() throws {
        try folder.write("bread\nmilk\n", to: "list.txt")
        let outcome = try read()
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("Error: --images: photos cannot be read: No such file or directory.\n"))
        try folder.write("", to: "photos")
        #expect(try read().text.contains("Error: --images: photos is not a folder.\n"))
    }
}

/// What the batch program says about files with weights.
@Suite("Weights of the batch program")
struct BatchWeightTests {
    private let folder: BatchRunFolder

    init() throws {
        folder = try BatchRunFolder()
        try folder.write("TOTAL 4.00", to: "typed/bread.txt")
        try folder.write("bread\n", to: "list.txt")
    }

    /// Interprets with the built-in weights as changed.
    private func interpret(_ change: (inout [String: [String: Any]]) -> Void) throws -> ReportProgram.Outcome {
        let arguments = ["--from-text", "typed", "--list", "list.txt", "--out", "results"]
        _ = try folder.run(arguments)
        var weights = try #require(try folder.object("results/weights.json") as? [String: [String: Any]])
        change(&weights)
        try folder.write(JSONSerialization.data(withJSONObject: weights), to: "changed.json")
        return try folder.run(arguments + ["--weights", "changed.json"])
    }

    @Test("weights.json of a run can be used for another")
    func same() throws {
        let outcome = try interpret { $0["total"]?["label"] = 9.5 }
        #expect(outcome.status == 0, "\(outcome.text)")
        let used = try folder.object("results/weights.json")
        #expect((used?["total"] as? [String: Double])?["label"] == 9.5)
    }

    private struct Fault: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (inout [String: [String: Any]]) -> Void

        init(_ message: String, _ change: @escaping @Sendable (inout [String: [String: Any]]) -> Void) {
            testDescription = message
            self.change = change
        }
    }

    private static let faults = [
        Fault("section name is missing") { $0["name"] = nil },
        Fault("section colour is unknown") { $0["colour"] = [:] },
        Fault("section total: key label is missing") { $0["total"]?["label"] = nil },
        Fault("section total: key lable is unknown") { $0["total"]?["lable"] = 1 },
        Fault("section calibration: key date is missing") { $0["calibration"]?["date"] = nil },
        Fault("section calibration: key day is unknown") { $0["calibration"]?["day"] = [[1, 2]] },
        Fault("calibration/date: A curve has at least one point") { $0["calibration"]?["date"] = [[Int]]() },
        Fault("calibration/date: A point is a pair of numbers from 0 to 100") {
            $0["calibration"]?["date"] = [[50, 101]]
        },
        Fault("calibration/date: The points of a curve do not increase") {
            $0["calibration"]?["date"] = [[50, 60], [50, 70]]
        },
        Fault("total/label does not have the expected form") { $0["total"]?["label"] = "much" },
    ]

    @Test("a fault in a file of weights is named with its place", arguments: faults)
    private func fault(_ fault: Fault) throws {
        let outcome = try interpret(fault.change)
        #expect(outcome.status == 64)
        #expect(
            outcome.text.contains("--weights: changed.json does not hold weights: \(fault.testDescription)."),
            "\(outcome.text)"
        )
    }

    @Test("a file that is not JSON is named")
    func noJSON() throws {
        try folder.write("{", to: "changed.json")
        let outcome = try folder.run([
            "--from-text", "typed", "--list", "list.txt", "--out", "results", "--weights", "changed.json",
        ])
        #expect(outcome.status == 64)
        #expect(outcome.text.contains("changed.json does not hold weights: it is not valid JSON."))
    }
}
