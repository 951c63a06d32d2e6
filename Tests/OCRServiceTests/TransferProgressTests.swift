import FoundationsTestSupport
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import larder_ocr

@Suite("The progress of a transfer", .timeLimit(.minutes(5)))
struct TransferProgressTests {
    @Test("is enough while 16 KiB come in each half minute, and while this side works")
    func pace() async throws {
        let clock = ManualWallClock()
        let progress = TransferProgress(.upload, clock: clock)
        let gate = Gate()
        let transfer = Task { try await progress.guarding { try await gate.wait() } }
        for _ in 0..<3 {
            try await until("the pace is watched") { clock.sleeperCount == 1 }
            progress.record(16_384)
            clock.advance(by: 30)
        }
        try await progress.working {
            for _ in 0..<3 {
                try await until("the pace is watched") { clock.sleeperCount == 1 }
                clock.advance(by: 30)
            }
            try await until("the pace is watched") { clock.sleeperCount == 1 }
        }
        try await until("the pace is watched") { clock.sleeperCount == 1 }
        // The work counts as progress of the interval in which it ended.
        clock.advance(by: 30)
        try await until("the pace is watched") { clock.sleeperCount == 1 }
        progress.record(16_383)
        clock.advance(by: 30)
        let failure = await #expect(throws: Status.self) { try await transfer.value }
        #expect(failure?.reason == "UPLOAD_STALLED")
    }

    @Test("does not matter once the transfer is over")
    func over() async throws {
        let clock = ManualWallClock()
        #expect(try await TransferProgress(.download, clock: clock).guarding { 7 } == 7)
        #expect(clock.sleeperCount == 0)
    }
}
