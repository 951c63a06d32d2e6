/// Something wrong in a file of reference data.
package struct ReferenceProblem: Equatable, Sendable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The line, from 1; `nil` for what concerns the whole file.
    package let line: Int?
    /// A sentence for the person who maintains the file.
    package let problem: String

    package var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
}

/// All that is wrong in the files; nothing of them is used.
package struct ReferenceDataError: Error, Equatable, CustomStringConvertible {
    /// In the order of the files and their lines; never empty.
    package let problems: [ReferenceProblem]

    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
