import HTTPTypes
import NIOCore
import RPC

/// What the gateway serves browsers: the app's files, calls, sessions, photos, exports and the live stream.
struct WebSite: WebHandler {
    let origin: OriginPolicy
    let headers: SecurityHeaders
    let files: SiteFiles
    let calls: ConnectHandler
    let session: SessionEndpoint
    let live: LiveStream
    let photos: ReceiptPhotos
    let export: DataExportFile
    let settings: WebSettings
    /// The mails of a Larder for development; nil everywhere else.
    let mails: MailPages?
    let refused: RefusedRequests

    func respond(to exchange: WebExchange) async -> WebResponse {
        var response = await unsecured(exchange)
        if response.status.code >= 400, let limited = await exchange.chargeFailure() {
            response = limited.webResponse(in: exchange.language)
        }
        headers.add(to: &response)
        return response
    }

    func reject(_ exchange: WebExchange, _ status: Status) -> WebResponse {
        var response = status.webResponse(in: exchange.language)
        headers.add(to: &response)
        return response
    }

    private func unsecured(_ exchange: WebExchange) async -> WebResponse {
        if let rejection = origin.rejection(of: exchange) {
            refused.add(rejection, of: exchange)
            return rejection.webResponse(in: exchange.language)
        }
        switch exchange.path {
        case SessionEndpoint.path: return await session.respond(to: exchange)
        case LiveStream.path: return await live.respond(to: exchange)
        case WebSettings.path: return settings.response
        case StopEndpoint.path where exchange.method == .post: return await StopEndpoint().respond(to: exchange)
        case ReceiptPhotos.path: return await photos.respond(to: exchange)
        case DataExportFile.path: return await export.respond(to: exchange)
        default: break
        }
        if let mails, MailPages.owns(exchange.path) { return await mails.respond(to: exchange) }
        if exchange.path.hasPrefix(ReceiptPhotos.path + "/") { return await photos.respond(to: exchange) }
        if let response = await calls.respond(to: exchange) { return response }
        guard exchange.path.hasPrefix("/larder.") else { return files.respond(to: exchange) }
        var response = Status(.unimplemented, .rpc.noSuchMethod).webResponse(in: exchange.language)
        response.status = .notFound
        return response
    }
}

/// `/configuration.json`: what the app has to know of this installation.
struct WebSettings: Sendable {
    static let path = "/configuration.json"

    let response: WebResponse

    private struct Content: Encodable {
        struct Tiles: Encodable {
            let url: String
            let attribution: String
        }

        let web: String?
        let tiles: Tiles?
        let contact: String?
    }

    init(version: String?, tiles: WebOptions.MapTiles?, contact: String? = nil) {
        let content = Content(
            web: version,
            tiles: tiles.map { .init(url: $0.url, attribution: $0.attribution) },
            contact: contact
        )
        response = WebResponse(
            .ok,
            [.contentType: "application/json", .cacheControl: "no-cache"],
            body: .bytes(JSONText.encode(content))
        )
    }
}
