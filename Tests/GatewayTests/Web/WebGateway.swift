import Foundation
import NIOCore
import NIOPosix
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import TLS

@testable import larder_gateway

/// A gateway that listens for browsers, in front of a server with some handlers.
struct WebGateway: Sendable {
    let port: Int
    let gateway: TestGateway
    let mint: TokenMint

    /// Runs with a gateway.
    /// - Parameters:
    ///   - service: what the handlers are of.
    ///   - files: the app's files; nil for none.
    ///   - clock: the time for rate limits; nil for the time of the calls.
    ///   - liveClock: the time for live streams.
    ///   - pace: how long clients may take.
    ///   - refused: what counts refused requests.
    ///   - serverLimits: the limits of the gateway's server; nil for those of production.
    ///   - mails: the pages of mails for developers; nil for none.
    ///   - tls: the certificate that browsers see; nil for plain HTTP.
    static func with<Result>(
        _ handlers: [MethodHandler],
        of service: ServiceDescriptor = BackendService.service,
        limits: RateLimits = RateLimits(),
        files: SiteFiles = SiteFiles(),
        mails: MailPages? = nil,
        tls: TLSContext? = nil,
        clock: (any RPCClock)? = nil,
        liveClock: any RPCClock = SystemClock(),
        pace: WebPace = WebPace(),
        refused: RefusedRequests = RefusedRequests(log: quiet),
        serverLimits: ServerLimits? = nil,
        _ body: (WebGateway) async throws -> Result
    ) async throws -> Result {
        let mint = TokenMint()
        return try await withGateway(
            handlers,
            of: service,
            mint: mint,
            limits: limits,
            clock: clock,
            serverLimits: serverLimits
        ) { _, gateway in
            let site = WebSite.serving(
                RoutingTable.publicServices(of: [service], owners: Set(RoutingTable.owners(in: [service]))),
                files: files,
                mails: mails,
                isSecure: tls != nil,
                liveClock,
                refused: refused
            )
            let listener = WebListener(
                host: "127.0.0.1",
                port: 0,
                tls: tls,
                server: gateway.server,
                handler: site,
                pace: pace,
                refused: refused,
                group: MultiThreadedEventLoopGroup.singleton,
                log: quiet
            )
            let running = Task { try await listener.run() }
            defer { running.cancel() }
            return try await body(WebGateway(port: try await listener.port, gateway: gateway, mint: mint))
        }
    }

    /// Sends one request on a connection of its own.
    func request(
        _ method: String,
        _ path: String,
        _ fields: [String: String] = [:],
        body: String = ""
    ) async throws -> WebClient.Answer {
        try await WebClient.with(port: port) { client in
            try await client.request(method, path, fields, body: ByteBuffer(string: body))
        }
    }

    /// Calls a method with JSON.
    func call(
        _ method: MethodDescriptor,
        _ json: String,
        _ fields: [String: String] = [:]
    ) async throws -> WebClient.Answer {
        let type = method.kind == .unary ? "application/json" : "application/connect+json"
        return try await request(
            "POST",
            "/\(method.path)",
            ["Content-Type": type].merging(fields) { $1 },
            body: json
        )
    }
}

extension WebSite {
    /// A site with the methods of some services.
    static func serving(
        _ services: [ServiceDescriptor],
        files: SiteFiles,
        mails: MailPages?,
        isSecure: Bool,
        _ clock: any RPCClock,
        refused: RefusedRequests
    ) -> WebSite {
        let (methods, sessions) = (WebMethods(services), WebSessions())
        return WebSite(
            origin: OriginPolicy(hosts: WebOptions.loopbackHosts),
            headers: SecurityHeaders(isSecure: isSecure, tilesOrigin: nil),
            files: files,
            calls: ConnectHandler(methods: methods, sessions: sessions),
            session: SessionEndpoint(sessions: sessions),
            live: LiveStream(methods: methods, sessions: sessions, clock: clock),
            photos: ReceiptPhotos(sessions: sessions),
            export: DataExportFile(sessions: sessions),
            settings: WebSettings(version: files.version, tiles: nil),
            mails: mails,
            refused: refused
        )
    }
}

/// What a JSON text says, for comparison.
func object(_ text: String) -> NSDictionary? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? NSDictionary
}
