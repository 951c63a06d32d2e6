import CommonMessages
import Foundation
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

/// A note with a text that its owner changes, and a word count that the service finds.
private struct Note: RevisedRecord {
    let id: UUID
    var version: Int64
    var text: String
    var words: Int
    /// No undo takes this back.
    var isPinned = false

    init(id: UUID, version: Int64, text: String, words: Int, isPinned: Bool) {
        (self.id, self.version, self.text, self.words, self.isPinned) = (id, version, text, words, isPinned)
    }

    func snapshot() -> [UInt8] { Array("\(id)|\(version)|\(words)|\(text)".utf8) }

    init(snapshot: [UInt8]) throws {
        let parts = String(decoding: snapshot, as: UTF8.self).split(separator: "|", maxSplits: 3)
        self.init(
            id: try #require(UUID(uuidString: String(parts[0]))),
            version: try #require(Int64(parts[1])),
            text: parts.count > 3 ? String(parts[3]) : "",
            words: try #require(Int(parts[2])),
            isPinned: false
        )
    }

    func restored(over present: Note) -> Note {
        var former = self
        former.isPinned = present.isPinned
        return former
    }
}

private struct NoteStore: RevisedStore {
    static let migration = """
        CREATE TABLE notes (
            user_id uuid NOT NULL,
            id uuid NOT NULL,
            version bigint NOT NULL DEFAULT 1,
            text text NOT NULL,
            words integer NOT NULL DEFAULT 0,
            pinned boolean NOT NULL DEFAULT false,
            PRIMARY KEY (user_id, id)
        );
        CREATE TABLE note_revisions (
            user_id uuid NOT NULL,
            note_id uuid NOT NULL,
            version bigint NOT NULL,
            made_at timestamptz NOT NULL,
            changes text[],
            changes_sealed bytea,
            before bytea,
            before_sealed bytea,
            undoes bigint,
            undone_by bigint,
            automatic boolean NOT NULL,
            PRIMARY KEY (user_id, note_id, version)
        );
        """

    let pool: PostgresPool
    let user = UUID()
    let revisions: Revisions<Note>
    /// Under which the history is encrypted; nil where it is not.
    var key: DataKey?

    init(pool: PostgresPool, isSealed: Bool) {
        self.pool = pool
        key = isSealed ? DataKey() : nil
        revisions = Revisions(
            "note_revisions",
            record: "note_id",
            sealed: isSealed ? SealedRevisions("note_revisions", record: "note_id") : nil,
            noun: .verbatim("note"),
            limit: 5
        )
    }

    func create(_ text: String) async throws -> Note {
        let id = UUID()
        try await pool.execute("INSERT INTO notes (user_id, id, text) VALUES (\(user), \(id), \(text))")
        return Note(id: id, version: 1, text: text, words: 0, isPinned: false)
    }

    func lock(_ id: UUID, of user: UUID, with key: DataKey?, in connection: PostgresConnection) async throws -> Note {
        let rows = try await connection.query(
            "SELECT version, text, words, pinned FROM notes WHERE user_id = \(user) AND id = \(id) FOR UPDATE"
        )
        guard let row = rows.first else { throw Status.notFound("note") }
        return Note(
            id: id,
            version: try row["version"],
            text: try row["text"],
            words: try row["words"],
            isPinned: try row["pinned"]
        )
    }

    func save(
        _ note: Note,
        over before: Note,
        as cause: RevisionCause,
        of user: UUID,
        with key: DataKey?,
        in connection: PostgresConnection
    ) async throws -> Note {
        var after = note
        after.version = before.version + 1
        try await connection.pipeline(
            [
                """
                UPDATE notes SET version = \(after.version), text = \(after.text), words = \(after.words),
                    pinned = \(after.isPinned)
                WHERE user_id = \(user) AND id = \(note.id)
                """
            ]
                + revisions.recording(
                    cause,
                    before: before,
                    version: after.version,
                    changes: ["\(before.text) → \(after.text)"],
                    at: Date(timeIntervalSince1970: Double(after.version)),
                    of: user,
                    with: key
                )
        )
        return after
    }

    func write(_ text: String, to note: Note, expecting version: Int64 = 0) async throws -> Note {
        let version = try expected(version)
        return try await pool.transaction { connection in
            try await change(note.id, of: user, with: key, expecting: version, in: connection) { note in
                guard !text.isEmpty else { throw Status(.invalidArgument, "empty") }
                var note = note
                note.text = text
                return note
            }.after
        }
    }

    func undo(_ note: Note, by user: UUID? = nil, expecting version: Int64 = 0) async throws -> (Note, undone: Revision)
    {
        let version = try expected(version)
        return try await pool.transaction { connection in
            try await undo(note.id, of: user ?? self.user, with: key, expecting: version, in: connection)
        }
    }

    /// What the service does by itself.
    func automatically(_ note: Note, _ change: (inout Note) -> Void) async throws {
        try await pool.transaction { connection in
            let before = try await lock(note.id, of: user, with: key, in: connection)
            var after = before
            change(&after)
            _ = try await save(after, over: before, as: .automatic, of: user, with: key, in: connection)
        }
    }

    func history(of note: Note, size: Int32 = 0, token: String = "") async throws -> ([Revision], next: String?) {
        let page = try Page<RevisionKey>(.init(size: size, token: token))
        let rows = try await pool.query(revisions.query(page, of: note.id, by: user))
        return try revisions.page(rows, of: page, with: key)
    }

    private func expected(_ version: Int64) throws -> ExpectedVersion {
        var validator = FieldValidator()
        let expected = ExpectedVersion(version, &validator)
        try validator.finish()
        return expected
    }
}

@Suite("Revisions of a record", .timeLimit(.minutes(5)))
struct RevisionsTests {
    /// - Parameter isSealed: Whether the history is encrypted.
    private func withStore(isSealed: Bool = false, _ body: (NoteStore) async throws -> Void) async throws {
        try await TestSchema.with(NoteStore.migration) { pool in
            let store = NoteStore(pool: pool, isSealed: isSealed)
            try await body(store)
            guard isSealed else { return }
            let rows = try await pool.query(
                "SELECT 1 FROM note_revisions WHERE changes IS NOT NULL OR before IS NOT NULL OR changes_sealed IS NULL"
            )
            #expect(rows.isEmpty, "nothing is written as it is")
        }
    }

    // MARK: Rejections

    @Test("reject a change of what has another version than its owner has seen")
    func conflict() async throws {
        try await withStore { store in
            let note = try await store.create("a")
            _ = try await store.write("b", to: note, expecting: 1)
            let change = await failure { _ = try await store.write("c", to: note, expecting: 1) }
            #expect(change?.code == .aborted)
            #expect(change?.reason == "VERSION_CONFLICT")
            #expect(change?.message.contains("The note has changed meanwhile: it is at version 2") == true)
            #expect(await failure { _ = try await store.undo(note, expecting: 1) }?.reason == "VERSION_CONFLICT")
            #expect(await failure { _ = try await store.write("c", to: note, expecting: -1) }?.code == .invalidArgument)
        }
    }

    @Test("keep nothing of a change that is rejected, and none of one that changes nothing")
    func nothing() async throws {
        try await withStore { store in
            let note = try await store.create("a")
            let rejection = await failure { _ = try await store.write("", to: note) }
            #expect(rejection?.code == .invalidArgument)
            let unchanged = try await store.write("a", to: note)
            #expect(unchanged == note)
            #expect(try await store.history(of: note).0.isEmpty)
            let refusal = await failure { _ = try await store.undo(note) }
            #expect(refusal?.code == .failedPrecondition)
            #expect(refusal?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test("belong to the record's owner")
    func foreign() async throws {
        try await withStore { store in
            let note = try await store.create("a")
            _ = try await store.write("b", to: note)
            #expect(await failure { _ = try await store.undo(note, by: UUID()) }?.code == .notFound)
        }
    }

    @Test("cannot be taken back further than the limit, and say so", arguments: [false, true])
    func limit(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("0")
            for number in 1...7 { _ = try await store.write("\(number)", to: note) }
            for number in (2...6).reversed() { #expect(try await store.undo(note).0.text == "\(number)") }
            let refusal = await failure { _ = try await store.undo(note) }
            #expect(refusal?.reason == "NOTHING_TO_UNDO")
            #expect(refusal?.message.contains("Please correct the note instead.") == true)
            #expect(try await store.history(of: note).0.count == 12)
        }
    }

    // MARK: Undoing

    @Test("are taken back one after the other, exactly, and again behind a new change", arguments: [false, true])
    func undoing(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("a")
            for text in ["b", "c"] { _ = try await store.write(text, to: note) }
            let (restored, undone) = try await store.undo(note)
            #expect(restored.text == "b")
            #expect(restored.version == 4)
            #expect(undone.version == 3)
            #expect(undone.changes == ["b → c"])
            _ = try await store.write("d", to: note)
            #expect(try await store.undo(note).0.text == "b")
            #expect(try await store.undo(note).0.text == "a")
            let history = try await store.history(of: note).0
            #expect(history.map(\.version) == [7, 6, 5, 4, 3, 2])
            #expect(history.map(\.undoes) == [2, 5, nil, 3, nil, nil])
            #expect(history.map(\.undoneBy) == [nil, nil, 6, nil, 4, 7])
        }
    }

    @Test("of the service are passed over, and what it says of former states stays", arguments: [false, true])
    func automatic(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("a")
            _ = try await store.write("b", to: note)
            try await store.automatically(note) { ($0.words, $0.isPinned) = (1, true) }
            let original = try await store.pool.transaction { connection in
                try await store.revisions.rewriteSnapshots(of: note.id, by: store.user, with: store.key, in: connection)
                { former in
                    var former = former
                    former.words = 1
                    return former
                }
            }
            #expect(original?.text == "a")
            // Who has seen their own change is told of no conflict because of what the service did since.
            let outdated = await failure { _ = try await store.undo(note, expecting: 1) }
            #expect(outdated?.reason == "VERSION_CONFLICT")
            let (restored, undone) = try await store.undo(note, expecting: 2)
            #expect(undone.version == 2)
            #expect(restored == Note(id: note.id, version: 4, text: "a", words: 1, isPinned: true))
            #expect(try await store.history(of: note).0.map(\.isAutomatic) == [false, true, false])
            #expect(await failure { _ = try await store.undo(note) }?.reason == "NOTHING_TO_UNDO")
        }
    }

    @Test(
        "of the service apply to the states before the owner's, so that an undo leaves them in place",
        arguments: [false, true]
    )
    func automaticallyChanged(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("a")
            _ = try await store.write("b", to: note)
            _ = try await store.write("c", to: note)
            let (before, after) = try await store.pool.transaction { connection in
                try await store.changeAutomatically(note.id, of: store.user, with: store.key, in: connection) { note in
                    var note = note
                    note.words = note.text == "a" ? 0 : 7
                    return note
                }
            }
            #expect(before == Note(id: note.id, version: 3, text: "c", words: 0, isPinned: false))
            #expect(after == Note(id: note.id, version: 4, text: "c", words: 7, isPinned: false))
            let (first, undone) = try await store.undo(note)
            #expect(undone.version == 3 && first.text == "b" && first.words == 7)
            let second = try await store.undo(note).0
            #expect(second.text == "a" && second.words == 0)
            #expect(try await store.history(of: note).0.map(\.isAutomatic) == [false, false, true, false, false])
        }
    }

    @Test("of many at once are taken back one each")
    func concurrent() async throws {
        try await withStore { store in
            let note = try await store.create("0")
            for number in 1...5 { _ = try await store.write("\(number)", to: note) }
            let undone = try await withThrowingTaskGroup { group in
                for _ in 0..<5 { group.addTask { try await store.undo(note).undone.version } }
                return try await group.reduce(into: Set<Int64>()) { $0.insert($1) }
            }
            #expect(undone == Set(2...6))
        }
    }

    // MARK: Reading

    @Test("are listed in pages, the newest first")
    func pages() async throws {
        try await withStore { store in
            let note = try await store.create("0")
            for number in 1...5 { _ = try await store.write("\(number)", to: note) }
            var versions: [Int64] = []
            var token: String? = ""
            while let current = token {
                let (revisions, next) = try await store.history(of: note, size: 2, token: current)
                versions += revisions.map(\.version)
                token = next
            }
            #expect(versions == [6, 5, 4, 3, 2])
        }
    }

    /// The changes after a version, with the texts and the versions that they left.
    private func changes(
        _ store: NoteStore,
        _ note: Note,
        after version: Int64,
        atMost count: Int
    ) async throws -> (texts: [String], versions: [Int64])? {
        let query = store.revisions.query(after: version, atMost: count, of: note.id, by: store.user)
        let (present, rows) = try await store.pool.transaction(isolation: .repeatableRead) { connection in
            (
                try await store.lock(note.id, of: store.user, with: store.key, in: connection),
                try await connection.query(query)
            )
        }
        let changes = try store.revisions.changes(rows, of: present, atMost: count, with: store.key)
        return changes.map { ($0.map(\.0.text), $0.map(\.1.version)) }
    }

    @Test("are followed from a version, each with the record as it left it, a few at a time", arguments: [false, true])
    func following(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("0")
            for number in 1...4 { _ = try await store.write("\(number)", to: note) }
            for count in [3, 4, 100] {
                let all = try await changes(store, note, after: 2, atMost: count)
                #expect(all?.texts == ["2", "3", "4"])
                #expect(all?.versions == [3, 4, 5])
            }
            let some = try await changes(store, note, after: 1, atMost: 2)
            #expect(some?.texts == ["1", "2"])
            #expect(some?.versions == [2, 3])
            #expect(try await changes(store, note, after: 5, atMost: 1)?.texts == [])
        }
    }

    @Test("are not followed through states that are no longer kept", arguments: [false, true])
    func forgotten(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("0")
            for number in 1...8 { _ = try await store.write("\(number)", to: note) }
            // Kept are the states before versions 5 to 9, so that version 3 and what it left are the last to be unknown.
            #expect(try await changes(store, note, after: 2, atMost: 1) == nil)
            #expect(try await changes(store, note, after: 2, atMost: 100) == nil)
            let known = try await changes(store, note, after: 3, atMost: 100)
            #expect(known?.texts == ["3", "4", "5", "6", "7", "8"])
            #expect(known?.versions == [4, 5, 6, 7, 8, 9])
        }
    }

    /// The owner's changes after a version, with the texts and the words before them.
    private func ownersChanges(
        _ store: NoteStore,
        _ note: Note,
        after version: Int64,
        atMost count: Int = 100,
        by user: UUID? = nil
    ) async throws -> (versions: [Int64], texts: [String], words: [Int])? {
        let changes = try await store.pool.transaction { connection in
            try await store.revisions.ownersChanges(
                after: version,
                atMost: count,
                of: note.id,
                by: user ?? store.user,
                with: store.key,
                in: connection
            )
        }
        return changes.map { ($0.map(\.revision.version), $0.map(\.before.text), $0.map(\.before.words)) }
    }

    @Test(
        "of the owner are read since a version, the oldest first, with what the service has learned since",
        arguments: [false, true]
    )
    func sinceVersion(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("a")
            _ = try await store.write("b", to: note)
            _ = try await store.pool.transaction { connection in
                try await store.changeAutomatically(note.id, of: store.user, with: store.key, in: connection) { note in
                    var note = note
                    note.words = 7
                    return note
                }
            }
            _ = try await store.write("c", to: note)
            _ = try await store.undo(note)
            let all = try #require(try await ownersChanges(store, note, after: 1))
            #expect(all.versions == [2, 4, 5])
            #expect(all.texts == ["a", "b", "c"])
            #expect(all.words == [7, 7, 7])
            #expect(try await ownersChanges(store, note, after: 2)?.versions == [4, 5])
            #expect(try await ownersChanges(store, note, after: 2, atMost: 2)?.versions == [4, 5])
            #expect(try await ownersChanges(store, note, after: 2, atMost: 1) == nil)
            #expect(try await ownersChanges(store, note, after: 4)?.texts == ["c"])
            #expect(try await ownersChanges(store, note, after: 5)?.versions == [])
            #expect(try await ownersChanges(store, note, after: 0, by: UUID())?.versions == [])
        }
    }

    @Test("of the owner are not read since a version whose states are no longer kept", arguments: [false, true])
    func sinceForgotten(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("0")
            for number in 1...8 { _ = try await store.write("\(number)", to: note) }
            #expect(try await ownersChanges(store, note, after: 1) == nil)
            #expect(try await ownersChanges(store, note, after: 3) == nil)
            #expect(try await ownersChanges(store, note, after: 4)?.texts == ["3", "4", "5", "6", "7"])
        }
    }

    @Test("say when the latest of those up to a version was made")
    func latestTime() async throws {
        try await withStore { store in
            let note = try await store.create("a")
            for text in ["b", "c", "d"] { _ = try await store.write(text, to: note) }
            // One that was made before, and came later.
            try await store.pool.execute("UPDATE note_revisions SET made_at = to_timestamp(1) WHERE version = 3")
            func time(_ version: Int64, by user: UUID? = nil) async throws -> Double? {
                try await store.pool.transaction { connection in
                    try await store.revisions
                        .latestTime(upTo: version, of: note.id, by: user ?? store.user, in: connection)?
                        .timeIntervalSince1970
                }
            }
            let times = [try await time(1), try await time(2), try await time(3), try await time(4)]
            #expect(times == [nil, 2, 2, 4])
            #expect(try await time(.max, by: UUID()) == nil)
        }
    }

    @Test("of one record say nothing of another, nor one user's of another's")
    func apart() async throws {
        try await withStore { store in
            let (mine, other) = (try await store.create("a"), try await store.create("x"))
            _ = try await store.write("b", to: mine)
            _ = try await store.write("y", to: other)
            #expect(try await store.undo(mine).0.text == "a")
            #expect(await failure { _ = try await store.undo(mine) }?.reason == "NOTHING_TO_UNDO")
            #expect(try await store.undo(other).0.text == "x")
            let page = try Page<RevisionKey>(nil)
            let foreign = try await store.pool.query(store.revisions.query(page, of: mine.id, by: UUID()))
            #expect(foreign.isEmpty)
        }
    }

    @Test(
        "whose former states are all gone have nothing to rewrite, and no change is made where nothing differs",
        arguments: [false, true]
    )
    func rewriting(isSealed: Bool) async throws {
        try await withStore(isSealed: isSealed) { store in
            let note = try await store.create("a")
            let rewrite = { @Sendable (change: @escaping @Sendable (Note) -> Note) async throws -> Note? in
                try await store.pool.transaction { connection in
                    try await store.revisions.rewriteSnapshots(
                        of: note.id,
                        by: store.user,
                        with: store.key,
                        in: connection,
                        change
                    )
                }
            }
            let none = try await rewrite { $0 }
            #expect(none == nil)
            for text in ["b", "c"] { _ = try await store.write(text, to: note) }
            let seen = Recorder<String>()
            let oldest = try await rewrite { former in
                seen.record(former.text)
                var former = former
                if former.text == "a" { former.words = 9 }
                return former
            }
            #expect(seen.values == ["a", "b"])
            #expect(oldest?.words == 9)
            #expect(try await store.undo(note).0.words == 0)
            #expect(try await store.undo(note).0.words == 9)
        }
    }

    @Test(
        "have tokens of pages that only a version above 0 makes",
        arguments: [[], ["0"], ["-1"], ["x"], ["1", "2"]] as [[String]]
    )
    func keys(fields: [String]) {
        #expect(RevisionKey(fields: fields) == nil)
        #expect(RevisionKey(fields: RevisionKey(7).fields)?.number == 7)
    }

    @Test("that are encrypted are read with their owner's key alone, and those of before as they are")
    func sealed() async throws {
        try await withStore(isSealed: true) { store in
            let note = try await store.create("a")
            for text in ["b", "c"] { _ = try await store.write(text, to: note) }
            for key in [nil, DataKey()] {
                var stranger = store
                stranger.key = key
                await #expect(throws: EncryptionError.unreadable) { try await stranger.undo(note) }
                await #expect(throws: EncryptionError.unreadable) { try await stranger.history(of: note) }
            }
            // As a former version stored the first one.
            let former = Note(id: note.id, version: 1, text: "a", words: 0, isPinned: false).snapshot()
            try await store.pool.execute(
                """
                UPDATE note_revisions SET changes = ARRAY['a → b'], before = \(former), changes_sealed = NULL,
                    before_sealed = NULL WHERE version = 2
                """
            )
            #expect(try await store.history(of: note).0.map(\.changes) == [["b → c"], ["a → b"]])
            #expect(try await store.undo(note).0.text == "b")
            #expect(try await store.undo(note).0.text == "a")
            try await store.pool.execute("DELETE FROM note_revisions WHERE version = 2")
        }
    }

    @Test("are counted by who made them")
    func counted() async throws {
        let registry = PrometheusRegistry()
        let revisions = Revisions<Note>("note_revisions", record: "note_id", noun: .verbatim("note"), metrics: registry)
        let note = Note(id: UUID(), version: 1, text: "a", words: 0, isPinned: false)
        for cause in [RevisionCause.owner, .owner, .undo(of: 2), .automatic] {
            _ = try revisions.recording(cause, before: note, version: 2, changes: [], at: Date(), of: UUID())
        }
        let exposition = try Exposition(String(buffer: registry.text()))
        for (cause, count) in [("owner", 2.0), ("undo", 1), ("automatic", 1)] {
            #expect(exposition.value("larder_revisions_made_total", ["record": "note", "cause": cause]) == count)
        }
    }
}
