import AuthMessages
import Foundation
import RPC
import RPCTestSupport
import Testing

@testable import larder_gateway

@Suite("A user's data as a file for browsers", .timeLimit(.minutes(5)))
struct DataExportFileTests {
    /// Sends parts of a file, and fails then if it is to.
    private func with(
        parts: Int,
        failing failure: Status? = nil,
        _ body: (WebGateway) async throws -> Void
    ) async throws {
        let export = MethodHandler.serverStreaming(Auth.DataExportService.exportData) {
            (_: Auth.ExportDataRequest, responses: MessageWriter<Auth.ExportDataResponse>, _) in
            for number in 0..<parts {
                try await responses.write(
                    .init(contents: Array(repeating: UInt8(ascii: "a") + UInt8(number), count: 70_000))
                )
            }
            if let failure { throw failure }
        }
        try await WebGateway.with([export], of: Auth.DataExportService.descriptor, body)
    }

    private func get(_ web: WebGateway) async throws -> WebClient.Answer {
        try await web.request("GET", "/files/my-data", ["Authorization": "Bearer \(try await web.mint.token())"])
    }

    @Test("comes whole, as a download that no cache keeps")
    func whole() async throws {
        try await with(parts: 3) { web async throws in
            let answer = try await get(web)
            #expect(answer.status == 200 && answer.text.count == 210_000)
            #expect(answer.text.first == "a" && answer.text.last == "c")
            #expect(answer.fields["content-type"] == "application/zip")
            #expect(answer.fields["cache-control"] == "private, no-store")
            #expect(answer.fields["content-disposition"]?.hasPrefix("attachment") == true)
        }
    }

    @Test("is refused without a session, and for other methods")
    func refused() async throws {
        try await with(parts: 1) { web async throws in
            #expect(try await web.request("GET", "/files/my-data").status == 401)
            #expect(try await web.request("POST", "/files/my-data").status == 405)
        }
    }

    @Test("is a failure when nothing was sent before")
    func failure() async throws {
        try await with(parts: 0, failing: Status(.unavailable, "A service is down.")) { web async throws in
            #expect(try await get(web).status == 503)
        }
    }

    @Test("breaks off when it fails on the way, so that no browser takes it for whole")
    func broken() async throws {
        // More than what is buffered on the way, which a failure overtakes: the first part has been read before it.
        try await with(parts: 20, failing: Status(.unavailable, "A service is down.")) { web async throws in
            let answer = try? await get(web)
            #expect(answer == nil)
        }
    }
}
