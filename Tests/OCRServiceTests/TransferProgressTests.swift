import Foundation
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
        let (gate, ended) = (Gate(), Recorder<Void>())
        let transfer = Task {
            defer { ended.record(()) }
            try await progress.guarding { try await gate.wait() }
        }
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
        try await until("the pace is known") { clock.sleeperCount == 1 || ended.count == 1 }
        gate.open()
        let reason = try await status { try await transfer.value }?.reason
        #expect(reason == "UPLOAD_STALLED")
    }

    @Test("has to be worth what is held while more than half of the memory is taken", arguments: [0, 300_001])
    func scarce(others: Int) async throws {
        let clock = ManualWallClock()
        let limiter = TransferLimiter(.init(bytes: 1_000_000), clock: clock)
        try await limiter.withSlot(of: UUID()) { memory in
            try memory.hold(200_000)
            try await limiter.withSlot(of: UUID()) { other in
                try other.hold(others)
                let progress = TransferProgress(.download, holding: memory, clock: clock)
                let (gate, ended) = (Gate(), Recorder<Void>())
                let transfer = Task {
                    defer { ended.record(()) }
                    try await progress.guarding { try await gate.wait() }
                }
                for bytes in [100_000, 99_999] {
                    try await until("the pace is watched") { clock.sleeperCount == 1 }
                    progress.record(bytes)
                    clock.advance(by: 30)
                }
                try await until("the pace is known") { clock.sleeperCount == 1 || ended.count == 1 }
                gate.open()
                let reason = try await status { try await transfer.value }?.reason
                #expect(reason == (others == 0 ? nil : "DOWNLOAD_STALLED"))
            }
        }
    }

    @Test("does not matter once the transfer is over")
    func over() async throws {
        let clock = ManualWallClock()
        #expect(try await TransferProgress(.download, clock: clock).guarding { 7 } == 7)
        #expect(clock.sleeperCount == 0)
    }
}
