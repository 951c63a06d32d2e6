import AuthMessages
import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import LocalDeployment
import NotificationsMessages
import OCRMessages
import Postgres
import RPC
import Testing

extension EndToEndTests {
    @Suite("Rejection of bad input", .timeLimit(.minutes(5)))
    struct RefusalTests {
        struct BadPhoto: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let reason: StatusReason
            let bytes: [UInt8]
        }

        static let badPhotos: [BadPhoto] = [
            .init(testDescription: "text", reason: "NOT_AN_IMAGE", bytes: Array("No photo at all, only words.".utf8)),
            .init(testDescription: "nothing", reason: "IMAGE_EMPTY", bytes: []),
            .init(
                testDescription: "half a photo",
                reason: "IMAGE_TRUNCATED",
                bytes: (try? sampleReceipt()).map { Array($0.prefix($0.count / 2)) } ?? []
            ),
            .init(testDescription: "1 x 100,000", reason: "IMAGE_DIMENSIONS", bytes: png(width: 1, height: 100_000)),
            .init(
                testDescription: "60,000 x 60,000",
                reason: "IMAGE_DIMENSIONS",
                bytes: png(width: 60_000, height: 60_000)
            ),
            .init(
                testDescription: "21 MB",
                reason: "IMAGE_TOO_LARGE",
                bytes: png(width: 600, height: 900) + [UInt8](repeating: 0, count: 22_020_096)
            ),
        ]

        @Test("an unusable photo is rejected and nothing is queued", arguments: badPhotos)
        func badPhoto(photo: BadPhoto) async throws {
            let user = try await TestUser.new()
            let failure = try #require(await status { _ = try await user.upload(photo.bytes) })
            #expect(failure.code == .invalidArgument && failure.reason == photo.reason)
            #expect(failure.message.count > 20)
            let list = try await user.receipts.listReceipts(.init(), options: user.options())
            #expect(list.receipts.isEmpty)
        }

        @Test("a user who has stored as much as one may only reads and removes, and nobody else notices")
        func storageFull() async throws {
            let (full, other) = (try await TestUser.new(), try await TestUser.new())
            func create(_ user: TestUser) async -> Status? {
                let request = Budget.CreatePurchaseRequest(
                    storeName: "Shop",
                    purchasedAt: .init(date: "2025-03-09", timeZone: "America/Vancouver"),
                    currency: "CAD",
                    items: [.init(name: "Bread", amount: .init(minorUnits: 349, currency: "CAD"))]
                )
                return await status {
                    let options = user.options(key: UUID().canonical)
                    _ = try await user.purchases.createPurchase(request, options: options)
                }
            }
            #expect(await create(full) == nil)
            let purchase = try #require(
                try await full.purchases.listPurchases(.init(), options: full.options()).purchases.first
            )
            let owner = try await full.deployment.query(
                "SELECT user_id FROM budget.purchases WHERE id = \(try #require(UUID(uuidString: purchase.id)))"
            )
            let id: UUID = try owner[0]["user_id"]
            func fill(by bytes: Int64) async throws {
                _ = try await full.deployment.query(
                    "INSERT INTO budget.storage_changes VALUES (\(id), \(bytes)) RETURNING bytes"
                )
            }
            try await fill(by: 1 << 40)
            let rejection = try await eventually { await create(full) }
            #expect(rejection.code == .resourceExhausted && rejection.reason == "STORAGE_FULL")
            #expect(try await full.purchases.listPurchases(.init(), options: full.options()).purchases.count >= 1)
            #expect(await create(other) == nil)
            try await fill(by: -(1 << 40))
            _ = try await eventually { await create(full) == nil ? true : nil }
        }

        @Test("a wrong password and an unknown user get the same response")
        func wrongPassword() async throws {
            let user = try await TestUser.new()
            let sessions = Auth.SessionsClient(channel: user.channel)
            func signIn(_ name: String, _ password: String) async -> Status? {
                await status { _ = try await sessions.signIn(.init(name: name, password: password, device: "test")) }
            }
            let wrong = await signIn(user.username, "Wrong-horse-7!")
            let unknown = await signIn("nobody" + user.username, user.password)
            #expect(wrong?.code == .unauthenticated)
            #expect(wrong == unknown)
        }

        @Test("a forged, changed or missing token gives no access")
        func forgedTokens() async throws {
            let user = try await TestUser.new()
            let other = try await TestUser.new()
            let parts = user.tokens.accessToken.split(separator: ".").map(String.init)
            let otherParts = other.tokens.accessToken.split(separator: ".").map(String.init)
            let forgeries = [
                nil, "", "abc", "a.b.c",
                [parts[0], otherParts[1], parts[2]].joined(separator: "."),
                [parts[0], parts[1], ""].joined(separator: "."),
                [parts[0], parts[1], otherParts[2]].joined(separator: "."),
            ]
            for token in forgeries {
                let failure = await status {
                    let options = CallOptions(timeout: .seconds(5), accessToken: token)
                    _ = try await user.purchases.listPurchases(.init(), options: options)
                }
                #expect(failure?.code == .unauthenticated, "\(token ?? "no token")")
            }
        }

        @Test("another user's purchase, receipt and inbox entry appear not to exist")
        func foreignRows() async throws {
            let owner = try await TestUser.new()
            let stranger = try await TestUser.new()
            let purchase = try await owner.recordSample()
            let foreign = await status {
                _ = try await stranger.purchases.getPurchase(
                    .init(key: .purchaseID(purchase.id)),
                    options: stranger.options()
                )
            }
            let missing = await status {
                _ = try await stranger.purchases.getPurchase(
                    .init(key: .purchaseID(UUID().canonical)),
                    options: stranger.options()
                )
            }
            #expect(foreign?.code == .notFound)
            #expect(foreign == missing)
            let receipt = await status {
                _ = try await stranger.receipts.getReceipt(
                    .init(receiptID: purchase.receiptID),
                    options: stranger.options()
                )
            }
            #expect(receipt?.code == .notFound)
            let entry = try await eventually {
                try await owner.inbox.listNotifications(.init(), options: owner.options()).notifications.first
            }
            func markRead(_ id: String) async -> Status? {
                await status {
                    _ = try await stranger.inbox.markNotificationsRead(
                        .init(notificationIDs: [id]),
                        options: stranger.options()
                    )
                }
            }
            let marked = await markRead(entry.id)
            #expect(marked?.code == .notFound)
            #expect(marked == (await markRead(UUID().canonical)))
            let deleted = await status {
                _ = try await stranger.inbox.deleteNotifications(
                    .init(notificationIDs: [entry.id]),
                    options: stranger.options()
                )
            }
            let allDeleted = await status {
                _ = try await stranger.inbox.deleteAllNotifications(
                    .init(newestID: entry.id),
                    options: stranger.options()
                )
            }
            let restored = await status {
                _ = try await stranger.inbox.restoreNotifications(
                    .init(notificationIDs: [entry.id]),
                    options: stranger.options()
                )
            }
            #expect([deleted, allDeleted, restored].allSatisfy { $0 == marked })
            let strangers = try await stranger.inbox.listNotifications(.init(), options: stranger.options())
            #expect(strangers.notifications.isEmpty)
            let list = try await owner.inbox.listNotifications(.init(), options: owner.options())
            #expect(list.notifications.map(\.id) == [entry.id] && list.notifications[0].readAt == nil)
        }

        @Test("methods between services are not reachable from outside")
        func internalMethods() async throws {
            let user = try await TestUser.new()
            let failure = await status {
                _ = try await user.purchases.recordPurchase(.init(userID: UUID().uuidString), options: user.options())
            }
            #expect(failure?.code == .unimplemented)
        }

        @Test("bytes that are not the protocol close their connection only", arguments: LocalPrograms.all)
        func strangers(program: String) async throws {
            let deployment = try await TestDeployment.shared
            let user = try await TestUser.new()
            for bytes in [
                Array("GET / HTTP/1.1\r\nHost: larder\r\n\r\n".utf8), Array("hello\n".utf8),
                [UInt8](repeating: 0xFF, count: 4_096), [0x16, 0x03, 0x01, 0x00],
            ] {
                try await Stranger.sendAndAwaitClose(bytes, port: deployment.local.ports[program])
            }
            _ = try await user.purchases.listPurchases(.init(), options: user.options())
            #expect(deployment.local.process(program)?.exitStatus == nil)
        }
    }
}

/// A PNG file without a pixel, enough to state its size.
private func png(width: UInt32, height: UInt32) -> [UInt8] {
    func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
    let header = Array("IHDR".utf8) + bigEndian(width) + bigEndian(height) + [8, 2, 0, 0, 0]
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    func chunk(_ content: [UInt8]) -> [UInt8] {
        bigEndian(UInt32(content.count - 4)) + content + bigEndian(checksum(content))
    }
    return signature + chunk(header) + chunk(Array("IDAT".utf8)) + chunk(Array("IEND".utf8))
}

/// CRC-32 as in the PNG specification.
private func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
