import CProtobuf
import Testing

@Suite struct ArenaTests {
    @Test func allocationsBeyondTheBudgetFailAndAreRemembered() throws {
        let arena = try #require(larder_arena_create())
        defer { larder_arena_destroy(arena) }
        larder_arena_begin(arena, 64)
        #expect(larder_arena_allocate(arena, 40) != nil)
        #expect(larder_arena_used(arena) == 48)
        #expect(!larder_arena_is_exhausted(arena))
        #expect(larder_arena_allocate(arena, 16) == nil)
        #expect(larder_arena_is_exhausted(arena))
        #expect(larder_arena_allocate(arena, 8) != nil)
        #expect(larder_arena_allocate(arena, 0) == nil)
        larder_arena_begin(arena, 64)
        #expect(!larder_arena_is_exhausted(arena))
    }

    @Test func sizesNearTheLimitsOfIntegersFail() throws {
        let arena = try #require(larder_arena_create())
        defer { larder_arena_destroy(arena) }
        larder_arena_begin(arena, .max)
        for size in [Int.max, Int.max / 2 + 1, -1, -8, -16] { #expect(larder_arena_allocate(arena, size) == nil) }
    }

    @Test func allocationsAreAlignedAndDoNotOverlap() throws {
        let arena = try #require(larder_arena_create())
        defer { larder_arena_destroy(arena) }
        larder_arena_begin(arena, 64 << 20)
        var random = SeededNumbers(state: 9)
        var allocations: [(start: UnsafeMutableRawPointer, size: Int, mark: UInt8)] = []
        for index in 0..<2000 {
            let size = Int.random(in: 0...(index % 100 == 0 ? 100_000 : 300), using: &random)
            let start = try #require(larder_arena_allocate(arena, size))
            #expect(Int(bitPattern: start) % 16 == 0)
            let mark = UInt8(truncatingIfNeeded: index)
            start.initializeMemory(as: UInt8.self, repeating: mark, count: size)
            allocations.append((start, size, mark))
        }
        for (start, size, mark) in allocations {
            #expect(larder_arena_size_of(start) == size)
            #expect(UnsafeRawBufferPointer(start: start, count: size).allSatisfy { $0 == mark })
        }
    }

    @Test func blocksAreReusedAndTheirSurplusIsReleased() throws {
        let arena = try #require(larder_arena_create())
        defer { larder_arena_destroy(arena) }
        larder_arena_begin(arena, 64 << 20)
        #expect(larder_arena_allocate(arena, 300_000) != nil)
        let held = larder_arena_held(arena)
        for _ in 0..<100 {
            larder_arena_begin(arena, 64 << 20)
            #expect(larder_arena_allocate(arena, 300_000) != nil)
        }
        #expect(larder_arena_held(arena) == held)
        #expect(larder_arena_allocate(arena, 40 << 20) != nil)
        larder_arena_begin(arena, 0)
        #expect(larder_arena_held(arena) <= 1 << 20)
    }

    @Test func aThreadGetsItsArenaBackAndNestedBorrowersGetAnother() throws {
        let first = try #require(larder_arena_borrow())
        let second = try #require(larder_arena_borrow())
        #expect(first != second)
        larder_arena_return(second)
        larder_arena_return(first)
        let third = try #require(larder_arena_borrow())
        #expect(third == second)
        larder_arena_return(third)
    }
}
