import AllServices
import Foundation
import MailFolder
import RPC
import ServiceKit
import ServiceLifecycle
import TLS

/// The gateway's entrance for browsers.
struct WebEntrance: Sendable {
    let options: WebOptions
    let services: [ServiceDescriptor]

    /// The listener, behind a server of the gateway.
    /// - Throws: `ConfigurationError` for a certificate or files that cannot be used.
    func listener(_ server: RPCServer, _ runtime: ServiceRuntime) async throws -> WebListener {
        let files = if let folder = options.files { try await SiteFiles(folder: folder) } else { SiteFiles() }
        let sessions = WebSessions()
        let methods = WebMethods(services)
        let refused = RefusedRequests(log: runtime.log)
        let site = WebSite(
            origin: OriginPolicy(hosts: options.hosts),
            headers: SecurityHeaders(isSecure: options.identity != nil, tilesOrigin: options.tiles?.origin),
            files: files,
            calls: ConnectHandler(methods: methods, sessions: sessions),
            session: SessionEndpoint(sessions: sessions),
            live: LiveStream(methods: methods, sessions: sessions),
            photos: ReceiptPhotos(sessions: sessions),
            export: DataExportFile(sessions: sessions),
            settings: WebSettings(version: files.version, tiles: options.tiles, contact: options.contact),
            mails: options.mail.map { MailPages(folder: MailFolder(URL(filePath: $0))) },
            refused: refused
        )
        let tls = try options.identity.map { identity in
            try runtime.listenerTLS(.server(identity: identity, alpn: ["h2", "http/1.1"]))
        }
        return WebListener(
            host: options.host,
            port: options.port,
            tls: tls,
            server: server,
            handler: site,
            refused: refused,
            group: runtime.group,
            log: runtime.log
        )
    }
}
