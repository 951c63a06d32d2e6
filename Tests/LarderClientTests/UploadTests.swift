import Foundation
import LarderClientTestSupport
import RPCTestSupport
import Synchronization
import Testing

@testable import LarderClient

@Suite("Sending a photo", .timeLimit(.minutes(5)))
struct UploadTests {
    @Test("An empty or too large photo is rejected before anything is sent")
    func size() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                try await withTemporaryFolder { folder in
                    let large = folder.appending(path: "large.jpg")
                    #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
                    let file = try FileHandle(forWritingTo: large)
                    try file.truncate(atOffset: 21_000_000)
                    try file.close()
                    let photos: [(ReceiptPhoto, StatusReason)] = [
                        (.bytes([]), "PHOTO_EMPTY"), (.file(at: large), "PHOTO_TOO_LARGE"),
                        (.bytes([UInt8](repeating: 0, count: (20 << 20) + 1)), "PHOTO_TOO_LARGE"),
                    ]
                    for (photo, reason) in photos {
                        let status = await #expect(throws: Status.self) { try await client.uploadReceipt(photo: photo) }
                        #expect(status?.code == .invalidArgument)
                        #expect(status?.reason == reason)
                    }
                    #expect(!gateway.calls.values.contains { $0.hasSuffix("/UploadReceipt") })
                }
            }
        }
    }

    @Test("A path that is not a readable file is rejected")
    func notAFile() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                try await withTemporaryFolder { folder in
                    let pipe = folder.appending(path: "pipe")
                    #expect(mkfifo(pipe.path, 0o600) == 0)
                    for url in [folder, pipe, folder.appending(path: "missing.jpg")] {
                        await #expect(throws: LocalFileError.self) {
                            try await client.uploadReceipt(photo: .file(at: url))
                        }
                    }
                }
            }
        }
    }

    @Test("A file that becomes shorter while it is sent is detected")
    func shortened() async throws {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: "photo.jpg")
            try Data(repeating: 7, count: 1_000).write(to: url)
            let reader = try ReceiptPhoto.file(at: url).open()
            defer { reader.close() }
            try Data(repeating: 7, count: 100).write(to: url)
            await #expect(throws: LocalFileError.self) { try await reader.read(at: 0, count: 1_000) }
        }
    }

    @Test("A rejection by the service is not retried")
    func refused() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.receipts.uploadRefusal = Status(.invalidArgument, "No.", reason: "NOT_AN_IMAGE") }
                let status = await #expect(throws: Status.self) {
                    try await client.uploadReceipt(photo: .bytes([1, 2, 3]))
                }
                #expect(status?.reason == "NOT_AN_IMAGE")
                #expect(gateway.calls.values.count { $0.hasSuffix("/UploadReceipt") } == 1)
            }
        }
    }

    @Test("Retries of an unavailable service end")
    func unavailable() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state {
                    $0.receipts.uploadRefusal = Status(.unavailable, "No.", retryDelay: .milliseconds(1))
                }
                let status = await #expect(throws: Status.self) {
                    try await client.uploadReceipt(photo: .bytes([1, 2, 3]))
                }
                #expect(status?.code == .unavailable)
                #expect(gateway.calls.values.count { $0.hasSuffix("/UploadReceipt") } == 4)
            }
        }
    }

    @Test("A broken upload restarts with the same key and creates one receipt")
    func startsAgain() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let broken = Status(.unavailable, "Restarting.", retryDelay: .milliseconds(1))
                gateway.state { $0.receipts.uploadFailures = [broken, broken] }
                let photo = [UInt8](repeating: 3, count: 600_000)
                let answer = try await client.uploadReceipt(photo: .bytes(photo), idempotencyKey: "the-same-key")
                #expect(answer.receiptID == "receipt-1")
                let uploads = gateway.state { $0.receipts.uploads.map { ($0.key, $0.photo.count) } }
                #expect(uploads.map(\.0) == ["the-same-key"])
                #expect(uploads.map(\.1) == [600_000])
            }
        }
    }

    @Test("Several photos of a receipt arrive in order; without any nothing is sent")
    func several() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let status = await #expect(throws: Status.self) { try await client.uploadReceipt(photos: []) }
                #expect(status?.code == .invalidArgument)
                let photos = [[UInt8](repeating: 1, count: 300_000), [2, 3]]
                _ = try await client.uploadReceipt(photos: photos.map { .bytes($0) })
                let upload = try #require(gateway.state { $0.receipts.uploads.first })
                #expect(upload.header.size == 300_002)
                #expect(upload.pieces == [262_144, 37_856, 2])
                #expect(upload.photo == photos[0] + photos[1])
            }
        }
    }

    @Test("A token that expires before the upload is renewed")
    func expiredToken() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.sessions.expireAll() }
                let answer = try await client.uploadReceipt(photo: .bytes([1, 2, 3]))
                #expect(answer.receiptID == "receipt-1")
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }

    @Test("A file arrives complete, in chunks of at most 256 KiB, and progress is reported")
    func whole() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                try await withTemporaryFolder { folder in
                    let photo = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                    let url = folder.appending(path: "photo.jpg")
                    try Data(photo).write(to: url)
                    let told = Mutex<[UploadProgress]>([])
                    let answer = try await client.uploadReceipt(
                        photo: .file(at: url),
                        timeZone: "America/Vancouver",
                        progress: { progress in told.withLock { $0.append(progress) } }
                    )
                    #expect(answer.queueNumber == 1)
                    gateway.state { state in
                        let upload = state.receipts.uploads[0]
                        #expect(upload.photo == photo)
                        #expect(upload.pieces.allSatisfy { $0 <= 262_144 })
                        #expect(upload.header == .init(size: 700_001, timeZone: "America/Vancouver"))
                        #expect(upload.key.count == 36)
                    }
                    let progress = told.withLock { $0 }
                    #expect(progress.map(\.sentBytes) == [0, 262_144, 524_288, 700_001])
                    #expect(progress.last?.percent == 100)
                }
            }
        }
    }
}
