import ArgumentParser
import Foundation
import LarderClient
import Texts

/// The arguments of commands that import a file in one request.
struct ImportFileArguments: ParsableArguments {
    @Argument(help: ArgumentHelp(.cli.operatorFileHelp), completion: .file())
    var file: String

    @Flag(help: ArgumentHelp(.cli.operatorFileCheck))
    var check = false

    /// Reads the file.
    /// - Throws: `Failure` (file) when it can't be read, or is too large.
    func read() throws -> ImportFile { try ImportFile(path: file) }
}

/// A file that operators import in one request.
struct ImportFile {
    /// A line that can't be taken over.
    struct Problem {
        var line: Int32
        var sentence: String
    }

    /// The path as it was typed, without control characters.
    let shownPath: String
    let contents: [UInt8]

    /// The name for the history.
    var name: String { String((path as NSString).lastPathComponent.prefix(200)) }

    private let path: String
    /// The largest file: what a request has room for beside it.
    private static let sizeLimit = 4_194_304 - 1_024

    init(path: String) throws {
        self.path = path
        shownPath = TerminalText.clean(path)
        guard let handle = FileHandle(forReadingAtPath: path),
            let data = try? handle.read(upToCount: Self.sizeLimit + 1)
        else { throw Failure(.file, .cli.operatorImportUnreadable(file: shownPath)) }
        guard data.count <= Self.sizeLimit else {
            throw Failure(.file, .cli.operatorFileTooLarge(file: shownPath, size: "4 MiB"))
        }
        contents = Array(data)
    }
}

extension Failure {
    /// Lines of a file that can't be taken over.
    /// - Parameters:
    ///   - more: how many problems there are beyond these.
    ///   - text: says how many problems a file has.
    init(_ problems: [ImportFile.Problem], more: Int32, text: (_ count: Int) -> LocalizedText) {
        self.init(.invalid, text(problems.count + Int(more)))
        violations = problems.map { problem in
            .init(LocalizedText.cli.operatorFileLine(number: Int(problem.line)).shown, .verbatim(problem.sentence))
        }
        if more > 0 { hint = .cli.operatorFileMoreProblems(count: Int(more)) }
    }
}
