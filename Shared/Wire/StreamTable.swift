/// The calls of one connection by stream id.
///
/// Ids come in order, so their low bits are a perfect hash: the table has at least twice as many slots as calls. A call
/// that lasts until a later one maps to its slot keeps it, and the later one goes to an overflow dictionary.
@usableFromInline
package struct StreamTable<Value: AnyObject> {
    @usableFromInline
    struct Slot {
        @usableFromInline var id: StreamID
        @usableFromInline var value: Value?

        @inlinable
        init(id: StreamID, value: Value?) {
            self.id = id
            self.value = value
        }
    }

    @usableFromInline var slots: ContiguousArray<Slot> = []
    @usableFromInline var overflow: [StreamID: Value] = [:]
    /// How many streams there are.
    @usableFromInline package var count = 0

    /// An empty table, which takes no memory.
    @inlinable package init() {}

    /// Whether there is no stream.
    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable func index(of id: StreamID) -> Int { Int(id) & (slots.count - 1) }

    /// The value of a stream; nil when it is not in the table.
    @inlinable package subscript(id: StreamID) -> Value? {
        guard count > 0 else { return nil }
        let index = index(of: id)
        if slots[index].id == id { return slots[index].value }
        return overflow.isEmpty ? nil : overflow[id]
    }

    /// Adds a stream that is not in the table.
    @inlinable package mutating func insert(_ value: Value, _ id: StreamID) {
        count += 1
        if count * 2 > slots.count { grow() }
        place(value, id)
    }

    @inlinable mutating func place(_ value: Value, _ id: StreamID) {
        let index = index(of: id)
        if slots[index].value == nil { slots[index] = Slot(id: id, value: value) } else { overflow[id] = value }
    }

    @inlinable mutating func grow() {
        let (old, oldOverflow) = (slots, overflow)
        slots = ContiguousArray(repeating: Slot(id: 0, value: nil), count: max(8, slots.count * 2))
        overflow = [:]
        for old in old { if let value = old.value { place(value, old.id) } }
        for (id, value) in oldOverflow { place(value, id) }
    }

    /// Removes a stream.
    /// - Returns: Its value; nil when it is not in the table.
    @discardableResult @inlinable
    package mutating func remove(_ id: StreamID) -> Value? {
        guard count > 0, let value = take(id) else { return nil }
        count -= 1
        // A burst of calls must not leave a large table behind on a connection that is idle from then on.
        if count == 0, slots.count > 256 { removeAll() }
        return value
    }

    @inlinable mutating func take(_ id: StreamID) -> Value? {
        let index = index(of: id)
        guard slots[index].id == id else { return overflow.isEmpty ? nil : overflow.removeValue(forKey: id) }
        // The id goes, too: one in the overflow must be found there after its namesake's slot is free again.
        slots[index].id = 0
        return slots[index].value.take()
    }

    /// Removes all streams and frees their memory.
    @inlinable package mutating func removeAll() { self = StreamTable() }

    /// All values, in no particular order.
    @inlinable package var values: [Value] { slots.compactMap(\.value) + overflow.values }
}
