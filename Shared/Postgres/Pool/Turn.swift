extension Statement {
    /// Has transactions with the same name follow one another: it waits until those that have run it before have ended.
    ///
    /// It has to be a statement of its own, since a statement sees what there was when it began.
    package static func turn(_ name: String) -> Statement {
        "SELECT pg_advisory_xact_lock(hashtextextended(\(name), 0))"
    }
}
