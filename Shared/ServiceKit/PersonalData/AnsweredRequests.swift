import Postgres

extension PersonalTable {
    /// The toolkit's answers to requests, for the review of what is stored of people.
    static let answeredRequests = withheld(
        "answered_requests",
        "answers to requests",
        reviewing: [
            "answer": PersonalColumn(
                reviewing: ["answer", "is_sealed"],
                named: ["user_id", "operation", "key"]
            ) { row, names, key in
                guard try row["is_sealed"], let answer: [UInt8] = try row["answer"] else { return }
                guard let key else { throw EncryptionError.unreadable }
                _ = try key.open(answer, context: IdempotencyStore.context(names))
            }
        ]
    )
}
