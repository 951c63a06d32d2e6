/// A problem in a file of reference data.
package struct ReferenceProblem: Equatable, Sendable, CustomStringConvertible {
    /// The file's name.
    package let file: String
    /// The line, from 1; `nil` for problems of the whole file.
    package let line: Int?
    /// A sentence for the maintainer of the file.
    package let problem: String

    /// The file, line and problem.
    package var description: String {
        "\(file)\(line.map { ", line \($0)" } ?? ""): \(problem)"
    }
}

/// All problems in the files; none of the data is used.
package struct ReferenceDataError: Error, Equatable, CustomStringConvertible {
    /// The problems in the order of files and lines; never empty.
    package let problems: [ReferenceProblem]

    /// All problems, one a line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
