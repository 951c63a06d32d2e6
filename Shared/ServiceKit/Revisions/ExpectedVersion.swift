package import RPC

/// The version that a client believes a record to have, so that it changes only what it has seen.
package struct ExpectedVersion: Sendable {
    private let version: Int64

    /// Reads a request's field; 0 means that any version will do.
    package init(_ version: Int64, _ validator: inout FieldValidator) {
        self.version = validator.number(version, "expected_version", in: 0...Int64.max)
    }

    /// Checks the version that a record has.
    /// - Parameters:
    ///   - oldest: The first version after which only the service itself has changed the record; nil to accept the present one alone.
    ///   - noun: What the record is, such as "purchase".
    /// - Throws: ABORTED with the present version when the client has seen another one.
    package func require(_ present: Int64, from oldest: Int64? = nil, of noun: LocalizedText) throws(Status) {
        guard version == 0 || version <= present && version >= oldest ?? present else {
            throw Status(
                .aborted,
                .services.versionConflict(what: noun, present: "\(present)", version: "\(version)"),
                reason: .versionConflict
            )
        }
    }
}

extension StatusReason {
    /// The record has changed since the version that the request names.
    package static let versionConflict: StatusReason = "VERSION_CONFLICT"
}
