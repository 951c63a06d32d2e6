/// What is known of the calls of one connection, by stream id.
///
/// Ids come in order, so their low bits are a perfect hash until calls that last collide with younger ones, which then
/// stand in the next free place (linear probing with backward-shift deletion; Knuth, "The Art of Computer Programming",
/// volume 3, section 6.4, algorithm R).
@usableFromInline
package struct StreamTable<Value: AnyObject> {
    @usableFromInline var ids: [StreamID] = []
    @usableFromInline var slots: [Value?] = []
    @usableFromInline var mask = 0
    @usableFromInline package var count = 0

    /// An empty table, which takes no memory.
    @inlinable package init() {}

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable package subscript(id: StreamID) -> Value? {
        guard count > 0 else { return nil }
        var index = Int(id) & mask
        while let value = slots[index] {
            if ids[index] == id { return value }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Adds a stream that is not in the table.
    @inlinable package mutating func insert(_ value: Value, _ id: StreamID) {
        if (count + 1) * 2 > slots.count { grow() }
        place(value, id)
        count += 1
    }

    @inlinable mutating func place(_ value: Value, _ id: StreamID) {
        var index = Int(id) & mask
        while slots[index] != nil { index = (index + 1) & mask }
        slots[index] = value
        ids[index] = id
    }

    @inlinable mutating func grow() {
        let old = zip(ids, slots).compactMap { id, value in value.map { (id, $0) } }
        let capacity = max(8, slots.count * 2)
        mask = capacity - 1
        ids = [StreamID](repeating: 0, count: capacity)
        slots = [Value?](repeating: nil, count: capacity)
        for (id, value) in old { place(value, id) }
    }

    @discardableResult @inlinable
    package mutating func remove(_ id: StreamID) -> Value? {
        guard count > 0 else { return nil }
        var index = Int(id) & mask
        while let value = slots[index] {
            if ids[index] == id {
                count -= 1
                closeGap(at: index)
                // A burst of calls must not leave a large table behind on a connection that is idle from then on.
                if count == 0, slots.count > 256 { self = StreamTable() }
                return value
            }
            index = (index + 1) & mask
        }
        return nil
    }

    /// Moves values back that stand behind a gap, so that look-ups find them without marks for what was removed.
    @inlinable mutating func closeGap(at gap: Int) {
        var gap = gap
        var index = gap
        slots[gap] = nil
        while true {
            index = (index + 1) & mask
            guard let value = slots[index] else { return }
            let home = Int(ids[index]) & mask
            guard (index - home) & mask >= (index - gap) & mask else { continue }
            slots[gap] = value
            ids[gap] = ids[index]
            slots[index] = nil
            gap = index
        }
    }

    @inlinable package mutating func removeAll() { self = StreamTable() }

    /// All values, in no particular order.
    @inlinable package var values: [Value] { slots.compactMap(\.self) }
}
