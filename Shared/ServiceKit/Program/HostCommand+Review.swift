extension ServiceProgram {
    /// The commands that every program with a schema has.
    static var commonCommands: [HostCommand] {
        guard migrations != nil else { return [] }
        return [
            HostCommand("review", parameters: []) { runtime, _ in
                let assembly = try await assemble(runtime)
                let outcome = try await PersonalDataReview(assembly.personalData, in: try runtime.database).run()
                guard outcome.isUnaltered else { throw AlteredRows(report: outcome.report) }
                return outcome.report
            }
        ]
    }
}

/// Rows of people were changed by others than the service.
private struct AlteredRows: Error, CustomStringConvertible {
    let report: String
    var description: String { report }
}
