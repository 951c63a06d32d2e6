import RPC
import Testing

@Suite("The memory of a process", .serialized)
struct ProcessMemoryTests {
    @Test("goes back to the system when a load is over, also from between what is still used")
    func returned() throws {
        ProcessMemory.returnIdle()
        let before = try #require(ProcessMemory.residentBytes)
        var blocks = (0..<32_768).map { [UInt8](repeating: UInt8(truncatingIfNeeded: $0), count: 4_000) }
        let loaded = try #require(ProcessMemory.residentBytes)
        #expect(loaded - before > 50 << 20)
        // What is kept lies between what is not, so that no heap has a free end.
        let kept = stride(from: 0, to: blocks.count, by: 64).map { blocks[$0] }
        blocks = []
        ProcessMemory.returnIdle()
        let after = try #require(ProcessMemory.residentBytes)
        #expect(after - before < 10 << 20, "of \(loaded - before)")
        #expect(kept.count == 512)
    }
}
