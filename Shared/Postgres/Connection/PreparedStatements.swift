/// The statements that a connection has prepared, least recently used first to go.
struct PreparedStatements {
    /// A statement's text with its parameters' types: the same text with other types is another statement.
    struct Key: Hashable {
        let sql: String
        let types: [PostgresType]

        init(_ statement: Statement) {
            sql = statement.sql
            types = statement.parameters.map(\.type)
        }
    }

    private struct Entry {
        let name: String
        var lastUse: UInt64
        var columns: [ResultColumn]?
    }

    private let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var useCount: UInt64 = 0
    private var nameCount: UInt64 = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { entries.count }

    /// The name under which `key` is prepared.
    mutating func use(_ key: Key) -> String? {
        useCount += 1
        guard let index = entries.index(forKey: key) else { return nil }
        entries.values[index].lastUse = useCount
        return entries.values[index].name
    }

    /// A name for `key`, which is to be prepared now.
    mutating func insert(_ key: Key) -> String {
        useCount += 1
        nameCount += 1
        let name = "larder_\(nameCount)"
        entries[key] = Entry(name: name, lastUse: useCount)
        return name
    }

    /// The entry that makes room for another one, when there is no room.
    func leastRecentlyUsed() -> (key: Key, name: String)? {
        guard entries.count >= capacity else { return nil }
        return entries.min { $0.value.lastUse < $1.value.lastUse }.map { ($0.key, $0.value.name) }
    }

    mutating func remove(_ key: Key) { entries[key] = nil }

    mutating func removeAll() { entries = [:] }

    func columns(of key: Key) -> [ResultColumn]? { entries[key]?.columns }

    mutating func remember(_ columns: [ResultColumn], of key: Key) { entries[key]?.columns = columns }
}
