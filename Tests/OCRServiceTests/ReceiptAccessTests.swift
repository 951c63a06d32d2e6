import CommonMessages
import Foundation
import Foundations
import OCRMessages
import Postgres
import RPC
import Testing
import Texts

@testable import larder_ocr

@Suite("Receipts and their owners", .timeLimit(.minutes(5)))
struct ReceiptAccessTests {
    @Test("another user's receipt is not found, as if it did not exist")
    func foreign() async throws {
        try await OCRTestEnvironment.with { environment in
            let id = try await environment.upload(Photo.receipt, as: User()).receiptID
            let (client, stranger) = (environment.client, User())
            var sentences: Set<String> = []
            for id in [id, UUID().canonical] {
                let refusals = [
                    try await status {
                        _ = try await client.getReceipt(.init(receiptID: id), options: stranger.options())
                    },
                    try await status { _ = try await environment.watch(id, stranger) },
                    try await status {
                        _ = try await client.retryReceipt(.init(receiptID: id), options: stranger.options())
                    },
                ]
                #expect(refusals.allSatisfy { $0?.code == .notFound })
                sentences.formUnion(refusals.map { $0?.description ?? "" })
            }
            #expect(sentences.count == 1)
            let list = try await client.listReceipts(.init(), options: stranger.options())
            #expect(list.receipts.isEmpty)
        }
    }

    @Test("an invalid id is rejected", arguments: ["", "1", "0a0a0a0a-0000-0000-0000-00000000000g"])
    func malformed(id: String) async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status { _ = try await environment.receipt(id, User()) }
            #expect(refused?.code == .invalidArgument)
            #expect(refused?.fieldViolations.first?.field == "receipt_id")
        }
    }

    @Test("an invalid page token is rejected", arguments: ["x", "cmVjZWlwdHN8LTE", "cHVyY2hhc2VzfDE"])
    func badToken(token: String) async throws {
        try await OCRTestEnvironment.with { environment in
            let refused = try await status {
                _ = try await environment.client.listReceipts(
                    .init(page: .init(token: token)),
                    options: User().options()
                )
            }
            #expect(refused?.code == .invalidArgument)
        }
    }

    @Test("a list is paginated, newest first, each receipt once")
    func pages() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            for _ in 0..<5 { _ = try await environment.upload(Photo.receipt, as: user) }
            var (numbers, token, pages): ([Int64], String, Int) = ([], "", 0)
            repeat {
                let page = Common.PageRequest(size: 2, token: token)
                let list = try await environment.client.listReceipts(.init(page: page), options: user.options())
                numbers += list.receipts.map(\.queueNumber)
                token = list.nextPageToken
                pages += 1
            } while !token.isEmpty
            #expect(numbers == [5, 4, 3, 2, 1])
            #expect(pages == 3)
        }
    }

    @Test("a failed receipt can be queued again; any other is unchanged")
    func retry() async throws {
        try await OCRTestEnvironment.with { environment in
            let user = User()
            let id = try await environment.upload(Photo.receipt, as: user).receiptID
            let untouched = try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
            #expect(untouched.state == .queued)
            let queue = environment.queue()
            let claim = try #require(try await queue.claim(.understanding))
            try await queue.fail(claim, .tooDark)
            #expect(try await environment.receipt(id, user).failure == ReceiptFailure.tooDark.text.english)
            let retried = try await environment.client.retryReceipt(.init(receiptID: id), options: user.options())
            #expect(retried.state == .queued)
            #expect(retried.failure.isEmpty)
            #expect(try await queue.claim(.understanding)?.attempt == 1)
        }
    }
}
