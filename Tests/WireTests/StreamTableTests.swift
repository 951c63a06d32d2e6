import Testing

@testable import Wire

@Suite("The table of streams")
struct StreamTableTests {
    private final class Mark {
        let id: StreamID
        init(_ id: StreamID) { self.id = id }
    }

    @Test("finds what was added and not removed, whatever lasts and whatever collides")
    func followsModel() {
        var table = StreamTable<Mark>()
        var model: Set<StreamID> = []
        var seed: UInt64 = 42
        for id in StreamID(1)...20_000 {
            table.insert(Mark(id), id)
            model.insert(id)
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Mostly the youngest goes, as short calls do; now and then any, as long ones do.
            let gone = seed >> 60 == 0 ? model.first! : id
            if seed >> 57 & 7 != 0 {
                #expect(table.remove(gone)?.id == gone)
                model.remove(gone)
            }
            #expect(table.count == model.count)
        }
        for id in StreamID(1)...20_001 { #expect((table[id] != nil) == model.contains(id)) }
        #expect(Set(table.values.map(\.id)) == model)
        for id in model { #expect(table.remove(id)?.id == id) }
        #expect(table.isEmpty && table.values.isEmpty && table.remove(7) == nil)
    }

    @Test("one that finds its place taken is kept aside, and found there whoever leaves first")
    func collisions() {
        for removesOlder in [true, false] {
            var table = StreamTable<Mark>()
            let ids: [StreamID] = [1, 9, 17, 2]
            for id in ids { table.insert(Mark(id), id) }
            #expect(table.slots.count == 8 && Set(table.overflow.keys) == [9, 17])
            for id in ids { #expect(table[id]?.id == id) }
            #expect(table[25] == nil && table.remove(25) == nil && table.count == 4)
            #expect(table.remove(removesOlder ? 1 : 9)?.id == (removesOlder ? 1 : 9))
            #expect(table[17]?.id == 17)
            // The place that is free again goes to another, while the one aside stays there.
            if removesOlder {
                table.insert(Mark(33), 33)
                #expect(table[33]?.id == 33 && table[9]?.id == 9 && table[1] == nil)
            }
            for id in Set(table.values.map(\.id)) { #expect(table.remove(id)?.id == id) }
            #expect(table.isEmpty && table.overflow.isEmpty)
        }
    }

    @Test("those aside get places of their own when the table grows")
    func growth() {
        var table = StreamTable<Mark>()
        let ids = (0..<20).map { StreamID(1 + 8 * $0) }
        for id in ids { table.insert(Mark(id), id) }
        for id in ids { #expect(table[id]?.id == id) }
        #expect(table.overflow.count < ids.count - 1)
        #expect(Set(table.values.map(\.id)) == Set(ids))
        for id in ids.reversed() { #expect(table.remove(id)?.id == id) }
        #expect(table.isEmpty)
    }

    @Test("a table that was large is small once it is empty")
    func shrinks() {
        var table = StreamTable<Mark>()
        for id in StreamID(1)...1_000 { table.insert(Mark(id), id) }
        for id in StreamID(1)...1_000 { table.remove(id) }
        #expect(table.slots.isEmpty)
        table.insert(Mark(7), 7)
        #expect(table[7]?.id == 7)
    }
}
