import LarderClient
import Logging
import NIOPosix
import TLS
import Texts

/// A connection to the gateway as the signed-in user, or to any server.
struct RPCConnection: Sendable {
    /// The display name, such as "the gateway at localhost:7443".
    let name: String
    /// The name at the beginning of a sentence.
    private let title: LocalizedText
    /// The channel for generated clients.
    let channel: any CallChannel
    /// The channel for messages as bytes; it adds no access token.
    let raw: RPCChannel
    /// Returns the session's token, or a replacement for a given one; nil when there is no session.
    let accessToken: (@Sendable (_ replacing: String?) async throws -> String)?
    private let isOwned: Bool
    private let presentsCertificate: Bool

    /// The gateway as the signed-in user.
    init(gateway context: CommandContext) {
        let client = context.client
        name = LocalizedText.cli.rpcGatewayAt(address: context.gateway.description).shown
        title = .cli.serverGatewayAt(address: context.gateway.description)
        channel = client.channel
        raw = client.connection
        accessToken = { try await client.accessToken(replacing: $0) }
        isOwned = false
        presentsCertificate = false
    }

    private init(_ name: String, title: LocalizedText, _ direct: RPCChannel, presentsCertificate: Bool) {
        self.name = name
        self.title = title
        channel = direct
        raw = direct
        accessToken = nil
        isOwned = true
        self.presentsCertificate = presentsCertificate
    }

    /// The servers given by options: the gateway by default.
    /// - Parameter asOperator: whether to present the operator's certificate unless the options name another.
    /// - Throws: `Failure` (configuration or usage) with the missing or invalid setting.
    static func all(
        _ options: ServerOptions,
        _ global: GlobalOptions,
        _ context: CommandContext,
        asOperator: Bool = false
    ) throws -> [RPCConnection] {
        let isOperator = asOperator || options.asOperator
        guard isOperator || options.certificate != nil || !options.server.isEmpty else {
            return [RPCConnection(gateway: context)]
        }
        let profile = try ClientProfile(global, in: .present)
        let identity = try identity(options, profile, isOperator: isOperator)
        let servers = options.server.isEmpty ? [context.gateway.description] : options.server
        return try servers.map { server in
            let place = try place(server, profile)
            return try direct(place.endpoint, service: place.service, options, profile, identity)
        }
    }

    /// The single server given by options.
    static func one(
        _ options: ServerOptions,
        _ global: GlobalOptions,
        _ context: CommandContext
    ) throws -> RPCConnection {
        guard options.server.count <= 1 else {
            throw Failure(.usage, .cli.serverOne(number: options.server.count))
        }
        return try all(options, global, context)[0]
    }

    private static func identity(
        _ options: ServerOptions,
        _ profile: ClientProfile,
        isOperator: Bool
    ) throws -> TLSIdentity? {
        if let certificate = options.certificate, let key = options.key {
            return TLSIdentity(certificateChain: certificate, privateKey: key)
        }
        guard isOperator else { return nil }
        guard let certificate = profile.operatorCertificate, let key = profile.operatorKey else {
            throw Failure(
                .configuration,
                .cli.serverNoCertificate,
                hint: .cli.serverNoCertificateHint(folder: ".larder/certificates")
            )
        }
        return TLSIdentity(certificateChain: certificate, privateKey: key)
    }

    private static func place(
        _ server: String,
        _ profile: ClientProfile
    ) throws -> (endpoint: Endpoint, service: String?) {
        if let known = profile.servers[server] {
            guard let endpoint = Endpoint(known) else {
                throw Failure(.configuration, .cli.serverInvalidAddress(server: server, address: known))
            }
            return (endpoint, server)
        }
        if let endpoint = Endpoint(server) { return (endpoint, nil) }
        let names = profile.servers.keys.sorted()
        throw Failure(
            .usage,
            .cli.serverUnknown(server: server),
            hint: names.isEmpty ? nil : .cli.serverKnown(servers: names.joined(separator: ", "))
        )
    }

    private static func direct(
        _ endpoint: Endpoint,
        service: String?,
        _ options: ServerOptions,
        _ profile: ClientProfile,
        _ identity: TLSIdentity?
    ) throws -> RPCConnection {
        let expected = options.serverName == nil ? options.expect ?? service : nil
        let tls: TLSContext
        do {
            tls = try TLSContext(
                .client(
                    identity: identity,
                    trust: TLSTrust(bundle: profile.authority, trustDomain: profile.trustDomain),
                    serverName: expected == nil ? options.serverName ?? endpoint.host : nil,
                    expectedService: expected,
                    alpn: [ConnectionStateMachine.applicationProtocol]
                )
            )
        } catch {
            throw Failure(
                .configuration,
                error.text,
                hint: .cli.profileHintAuthority
            )
        }
        let channel = RPCChannel(
            serviceName: service ?? "server",
            endpoints: [endpoint],
            tls: tls,
            group: MultiThreadedEventLoopGroup.singleton,
            log: Logger(label: "larder.rpc", factory: { _ in SwiftLogNoOpLogHandler() }),
            options: RPCChannelOptions(
                policy: ClientPolicy(others: MethodPolicy(retry: RetryPolicy(maximumAttempts: 1))),
                language: .ofRun
            )
        )
        return RPCConnection(
            (service.map { .cli.serverServiceAt(service: $0, address: endpoint.description) }
                ?? LocalizedText.cli.rpcServerAt(address: endpoint.description)).shown,
            title: service.map {
                .cli.serverServiceAt(service: $0.prefix(1).uppercased() + $0.dropFirst(), address: endpoint.description)
            } ?? .cli.serverServerAt(address: endpoint.description),
            channel,
            presentsCertificate: identity != nil
        )
    }

    /// Closes the connection, unless it belongs to the command's client.
    func close() { if isOwned { raw.close() } }

    /// Uses the connection as ``asking(_:)`` does, and closes it.
    func use<Result>(_ body: (RPCConnection) async throws -> Result) async throws -> Result {
        defer { close() }
        return try await asking(body)
    }

    /// Uses the connection; explains the failure when the server cannot be reached.
    func asking<Result>(_ body: (RPCConnection) async throws -> Result) async throws -> Result {
        do {
            return try await body(self)
        } catch let status as Status where isOwned && !status.isRemote && status.reason == .serviceUnreachable {
            let isUntrusted = raw.lastConnectionFailure.map(Failure.isFromUntrustedAuthority) ?? false
            throw Failure(
                isUntrusted ? .configuration : .unavailable,
                unreachable(because: raw.lastConnectionFailure),
                hint: isUntrusted ? .cli.profileHintAuthority : hint
            )
        }
    }

    private func unreachable(because reason: String?) -> LocalizedText {
        guard let reason else { return .cli.serverUnreachable(what: title) }
        return .cli.serverUnreachableBecause(what: title, cause: ConnectionFailureText.text(of: reason))
    }

    /// What may be missing where a server cannot be reached.
    private var hint: LocalizedText {
        guard presentsCertificate else {
            return .cli.serverHintCertificate
        }
        return raw.lastConnectionFailure?.contains("certificate names") == true
            ? .cli.serverHintExpect(example: "--expect budget") : .cli.serverHintRunning
    }
}
