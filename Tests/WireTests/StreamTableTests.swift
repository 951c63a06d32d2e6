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
}
