/// What is known of the calls of one connection, by stream id.
///
/// Ids come in order, so their low bits are a perfect hash: the table has at least twice as many places as calls. A call
/// that lasts while so many younger ones come that one has its place keeps it, and the younger one is kept aside.
@usableFromInline
package struct StreamTable<Value: AnyObject> {
    @usableFromInline
    struct Place {
        @usableFromInline var id: StreamID
        @usableFromInline var value: Value?

        @inlinable
        init(id: StreamID, value: Value?) {
            self.id = id
            self.value = value
        }
    }

    @usableFromInline var places: ContiguousArray<Place> = []
    @usableFromInline var aside: [StreamID: Value] = [:]
    @usableFromInline package var count = 0

    /// An empty table, which takes no memory.
    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable func index(of id: StreamID) -> Int { Int(id) & (places.count - 1) }

    @inlinable package subscript(id: StreamID) -> Value? {
        guard count > 0 else { return nil }
        let index = index(of: id)
        if places[index].id == id { return places[index].value }
        return aside.isEmpty ? nil : aside[id]
    }

    /// Adds a stream that is not in the table.
    @inlinable package mutating func insert(_ value: Value, _ id: StreamID) {
        count += 1
        if count * 2 > places.count { grow() }
        place(value, id)
    }

    @inlinable mutating func place(_ value: Value, _ id: StreamID) {
        let index = index(of: id)
        if places[index].value == nil { places[index] = Place(id: id, value: value) } else { aside[id] = value }
    }

    @inlinable mutating func grow() {
        let (old, oldAside) = (places, aside)
        places = ContiguousArray(repeating: Place(id: 0, value: nil), count: max(8, places.count * 2))
        aside = [:]
        for old in old { if let value = old.value { place(value, old.id) } }
        for (id, value) in oldAside { place(value, id) }
    }

    @discardableResult @inlinable
    package mutating func remove(_ id: StreamID) -> Value? {
        guard count > 0, let value = take(id) else { return nil }
        count -= 1
        // A burst of calls must not leave a large table behind on a connection that is idle from then on.
        if count == 0, places.count > 256 { removeAll() }
        return value
    }

    @inlinable mutating func take(_ id: StreamID) -> Value? {
        let index = index(of: id)
        guard places[index].id == id else { return aside.isEmpty ? nil : aside.removeValue(forKey: id) }
        // The id goes, too: one that was kept aside must be found there after its namesake's place is free again.
        places[index].id = 0
        return places[index].value.take()
    }

    @inlinable package mutating func removeAll() { self = StreamTable() }

    /// All values, in no particular order.
    @inlinable package var values: [Value] { places.compactMap(\.value) + aside.values }
}
