import Foundation
import FoundationsTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import larder_ocr

@Suite("The memory for photos", .timeLimit(.minutes(5)))
struct TransferLimiterTests {
    private static let limits = TransferLimiter.Limits(bytes: 1_000, bytesPerUser: 400, bytesAssured: 200)

    private let clock = ManualWallClock()
    private let limiter: TransferLimiter

    init() { limiter = TransferLimiter(Self.limits, clock: clock) }

    /// Runs `body` while a transfer holds bytes and may end in favour of others.
    private func whileHeld(_ bytes: Int, by user: UUID, _ body: (PhotoMemory) async throws -> Void) async throws {
        try await limiter.withSlot(of: user) { memory in
            try memory.hold(bytes)
            memory.allowDisplacement(true)
            try await body(memory)
        }
    }

    private func reason(of body: () async throws -> Void) async throws -> StatusReason? {
        try await status(of: body)?.reason
    }

    @Test("is limited for each user, and given back")
    func perUser() async throws {
        let user = UUID()
        try await whileHeld(300, by: user) { memory in
            try await limiter.withSlot(of: user) { other in
                try other.hold(100)
                #expect(try await reason { try other.hold(1) } == "TOO_MANY_UPLOADS")
            }
            try memory.hold(100)
            #expect(limiter.bytes == 400)
        }
        #expect(limiter.bytes == 0)
        #expect(limiter.taken == 0)
    }

    @Test("is taken from the user who has held most for longest, and only for one photo of a newcomer")
    func displacement() async throws {
        try await whileHeld(200, by: UUID()) { longest in
            clock.advance(by: 5)
            try await whileHeld(400, by: UUID()) { most in
                clock.advance(by: 11)
                try await whileHeld(400, by: UUID()) { young in
                    try await limiter.withSlot(of: UUID()) { newcomer in
                        try newcomer.hold(100)
                        #expect(limiter.bytes == 700)
                        #expect(try await reason { try most.hold(0) } == "TRANSFER_DISPLACED")
                        #expect(try await reason { try await most.untilDisplaced() } == "TRANSFER_DISPLACED")
                        try newcomer.hold(300)
                        try longest.hold(0)
                        try await limiter.withSlot(of: UUID()) { other in
                            #expect(try await reason { try other.hold(201) } == "TOO_MANY_UPLOADS")
                            try other.hold(200)
                            #expect(try await reason { try longest.hold(0) } == "TRANSFER_DISPLACED")
                            #expect(try await reason { try other.hold(1) } == "TOO_MANY_UPLOADS")
                        }
                        try young.hold(0)
                    }
                }
            }
        }
        #expect(limiter.bytes == 0)
    }

    @Test("is not taken from a transfer for which this side works, a young one, or another of the same user")
    func spared() async throws {
        let user = UUID()
        try await whileHeld(400, by: UUID()) { checked in
            checked.allowDisplacement(false)
            try await whileHeld(200, by: user) { own in
                clock.advance(by: 11)
                try await whileHeld(400, by: UUID()) { young in
                    #expect(
                        try await reason {
                            try await limiter.withSlot(of: user) { try $0.hold(1) }
                        } == "TOO_MANY_UPLOADS"
                    )
                    for memory in [checked, own, young] { try memory.hold(0) }
                    try await limiter.withSlot(of: UUID()) { try $0.hold(1) }
                    #expect(try await reason { try own.hold(0) } == "TRANSFER_DISPLACED")
                }
            }
        }
    }
}
