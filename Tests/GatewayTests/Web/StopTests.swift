import ConcurrencyTestSupport
import NotificationsMessages
import RPC
import RPCTestSupport
import Testing

@testable import larder_gateway

@Suite("Stopping mails with one click", .timeLimit(.minutes(5)))
struct StopTests {
    private static let form = "List-Unsubscribe=One-Click"
    private static let fields = ["Content-Type": "application/x-www-form-urlencoded"]

    private func with(_ body: (WebGateway, Recorder<Notifications.SwitchMailRequest>) async throws -> Void) async throws
    {
        let taken = Recorder<Notifications.SwitchMailRequest>()
        let handler = MethodHandler.unary(Notifications.NoticePreferencesService.switchMail) {
            (request: Notifications.SwitchMailRequest, _: CallContext) in
            guard request.token != "wrong" else { throw Status(.invalidArgument, "no such link") }
            taken.record(request)
            return Notifications.SwitchMailResponse(isOn: request.isOn)
        }
        try await WebGateway.with([handler], of: Notifications.NoticePreferencesService.descriptor) { web in
            try await body(web, taken)
        }
    }

    @Test("is done by mail programs, without cookies and without a session")
    func stops() async throws {
        try await with { web, taken in
            let answer = try await web.request("POST", "/stop?t=a-b_c.receipt_ready", Self.fields, body: Self.form)
            #expect(answer.status == 204)
            #expect(taken.values == [.init(token: "a-b_c.receipt_ready", isOn: false)])
        }
    }

    @Test("takes no other request, and says so of a link that is none")
    func rejected() async throws {
        try await with { web, taken in
            for body in ["", "List-Unsubscribe=", String(repeating: "x", count: 2_000)] {
                let answer = try await web.request("POST", "/stop?t=x", Self.fields, body: body)
                #expect((400..<500).contains(answer.status), "\(body)")
            }
            #expect(try await web.request("POST", "/stop?t=wrong", Self.fields, body: Self.form).status == 400)
            let foreign = Self.fields.merging(["Origin": "https://example.org"]) { $1 }
            #expect(try await web.request("POST", "/stop?t=x", foreign, body: Self.form).status == 403)
            #expect(taken.count == 0)
        }
    }
}
