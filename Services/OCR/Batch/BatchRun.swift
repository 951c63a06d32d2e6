import ReceiptUnderstanding

/// Reads all receipts of a list and writes what was found.
struct BatchRun {
    var source: any PageSource
    var weights: Weights
    /// Whether results contain what was considered.
    var candidates: Bool
    var results: ResultFolder
    /// The folder for the words.
    var words: ResultFolder?
    /// Called with messages for the user.
    var report: (String) -> Void

    /// The time that each receipt took when it was read last.
    private(set) var timings: [String: Timing] = [:]

    /// Reads the listed receipts.
    /// - Returns: whether all were read.
    mutating func read(_ names: [String], rounds: Int) throws -> Bool {
        try results.remove(names + ReceiptList.reserved)
        try words?.remove(names)
        var readAll = true
        for name in repeatElement(names, count: rounds).joined() {
            do {
                try read(name)
            } catch let problem as UnreadImage {
                // A photo that cannot be read does not stop the run.
                report("\(name): \(problem.message)")
                readAll = false
            }
        }
        try results.write(timings, "timings")
        try results.write(weights, "weights")
        return readAll
    }

    private mutating func read(_ name: String) throws {
        let (read, timing) = try Timing.measure { () throws -> (page: RecognizedPage, draft: ReceiptDraft) in
            let page = try source.page(name)
            return (page, ReadingCombination.draft(of: page, weights: weights))
        }
        timings[name] = timing
        var printed = PrintedReceipt(read.draft, of: read.page)
        if candidates {
            printed.candidates = PrintedCandidates(ReceiptInterpreter(weights: weights).candidates(on: read.page))
        }
        try results.write(printed, name)
        try words?.write(WordFile(read.page, timing), name)
        if read.draft.isEmpty { report("\(name): nothing was found that could be recorded") }
    }
}

extension ReceiptDraft {
    /// Whether none of the fields was found for which a receipt is read.
    fileprivate var isEmpty: Bool { storeName == nil && date == nil && total == nil && items.isEmpty }
}
