import HTTPTypes
import NIOCore
import NotificationsMessages
import RPC

/// `POST /stop?t=…`: stops mails of a kind for whoever has the link of one, as mail programs ask for it by themselves (RFC 8058).
/// `GET` is a page of the app, since programs that look through mails follow links.
struct StopEndpoint: Sendable {
    static let path = "/stop"
    private static let largestRequest = 1_024
    private static let form = "List-Unsubscribe=One-Click"

    func respond(to exchange: WebExchange) async -> WebResponse {
        do {
            let isOneClick = try await ConnectBody.withWhole(exchange, limit: StopEndpoint.largestRequest) { body in
                String(buffer: body).contains(StopEndpoint.form)
            }
            guard isOneClick else {
                throw Status(
                    .invalidArgument,
                    "The request does not say \(StopEndpoint.form).",
                    reason: .malformedMessage
                )
            }
            let request = Notifications.SwitchMailRequest(token: exchange.parameter("t") ?? "", isOn: false)
            let _: Notifications.SwitchMailResponse = try await exchange.call(
                "larder.notifications.v1.NoticePreferences/SwitchMail",
                request,
                try exchange.metadata(nil)
            )
            return WebResponse(.noContent)
        } catch {
            return Status(ofWeb: error).webResponse(in: exchange.language)
        }
    }
}
