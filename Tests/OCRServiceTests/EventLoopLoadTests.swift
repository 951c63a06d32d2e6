import ImageFiles
import NIOCore
import NIOPosix
import OCRMessages
import RPC
import RPCTestSupport
import Testing

@testable import larder_ocr

@Suite("Large photos", .timeLimit(.minutes(5)))
struct EventLoopLoadTests {
    /// A JPEG file of 20 MB, nearly all of it coded pixels.
    private static let photo: [UInt8] = {
        let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0x0B, 0xB8, 0x07, 0xD0, 1, 1, 0x11, 0]
        let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0]
        let rest = ImageHeader.Limits.bytes - 4 - frame.count - scan.count
        return [0xFF, 0xD8] + frame + scan + [UInt8](repeating: 0x55, count: rest) + [0xFF, 0xD9]
    }()

    /// A third of the processor time in which this machine inspects one photo.
    ///
    /// On a loop, checking or rewriting a photo would take at least three times as long, and copying the two of a receipt to
    /// the database at least one and a half times. Receiving and sending pieces takes less than half.
    private static func longestStretch() throws -> Duration {
        let photo = Self.photo
        return try EventLoopProbe.processorTime { _ = try ImageHeader.inspect(photo) } / 3
    }

    /// How often stretches are measured at most.
    ///
    /// Work on a loop takes as long each time; what else the machine did for a moment is gone.
    private static let tries = 3

    @Test("never keep an event loop busy for long while they come in, are stored and go out")
    func loops() async throws {
        for attempt in 1...Self.tries {
            let limit = try Self.longestStretch()
            let stretches = try await measure()
            if attempt < Self.tries, max(stretches.upload, stretches.download) >= limit { continue }
            #expect(stretches.upload < limit)
            #expect(stretches.download < limit)
            return
        }
    }

    /// The longest stretches of work on a loop while photos come in, and while they go out.
    private func measure() async throws -> (upload: Duration, download: Duration) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 2)
        var stretches: (upload: Duration, download: Duration) = (.zero, .zero)
        try await OCRTestEnvironment.with(group: group) { environment in
            let users = (0..<3).map { _ in User() }
            let uploads = EventLoopProbe(group)
            var ids: [String] = []
            try await withThrowingTaskGroup { tasks in
                for user in users {
                    tasks.addTask {
                        try await environment.upload(
                            [Self.photo, Self.photo],
                            as: user,
                            pieces: PhotoUpload.longestChunk
                        ).receiptID
                    }
                }
                for try await id in tasks { ids.append(id) }
            }
            uploads.stop()
            #expect(ids.count == users.count)
            stretches.upload = uploads.longestStretch

            let downloads = EventLoopProbe(group)
            for user in users {
                let list = try await environment.client.listReceipts(.init(), options: user.options())
                let (header, bytes, _) = try await environment.download(list.receipts[0].id, user)
                #expect(header.mediaType == "image/jpeg")
                #expect(bytes.count == Self.photo.count)
            }
            downloads.stop()
            stretches.download = downloads.longestStretch
            #expect(uploads.turns > 10 && downloads.turns > 10)
        }
        try await group.shutdownGracefully()
        return stretches
    }
}
