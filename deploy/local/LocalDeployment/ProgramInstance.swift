/// One of the copies of a program that run: `budget`, `budget-2` and so on.
package struct ProgramInstance: Sendable, Hashable, CustomStringConvertible {
    /// The program's name, such as "budget".
    package let program: String
    /// From 1.
    package let number: Int

    /// Names a copy; the first unless given.
    package init(_ program: String, number: Int = 1) {
        self.program = program
        self.number = number
    }

    /// The program's name, followed by the number unless that is 1.
    package var description: String { number == 1 ? program : "\(program)-\(number)" }
}
