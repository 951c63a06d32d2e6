import AuthMessages
import Crypto
import Foundation
import JWTKit
import MessageCoding
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import TLS

@testable import larder_gateway

typealias Echo = RPCMessages.EchoMessage

/// Methods of a service behind the gateway, for each kind of call and each access rule.
enum BackendService {
    static let get = method("Get", .unary, .noSideEffects)
    static let change = method("Change", .unary)
    static let own = method("GetOwn", .unary, .noSideEffects, .user)
    static let changeOwn = method("ChangeOwn", .unary, .none, .user)
    static let upload = method("Upload", .clientStreaming)
    static let watch = method("Watch", .serverStreaming, .noSideEffects)
    static let watchOwn = method("WatchOwn", .serverStreaming, .noSideEffects, .user)
    static let converse = method("Converse", .bidirectional)
    static let hidden = method("Hidden", .unary, .none, .services(["gateway", "ocr"]))

    static let service = ServiceDescriptor(
        name: "larder.budget.v1.Test",
        methods: [get, change, own, changeOwn, upload, watch, watchOwn, converse, hidden]
    )

    static func method(
        _ name: String,
        _ kind: CallKind,
        _ idempotency: Idempotency = .none,
        _ access: AccessRule = .anyone,
        service: String = "larder.budget.v1.Test"
    ) -> MethodDescriptor {
        MethodDescriptor(
            service: service,
            name: name,
            kind: kind,
            access: access,
            idempotency: idempotency,
            request: Echo.descriptor,
            response: Echo.descriptor
        )
    }
}

/// Signs and verifies access tokens as auth does.
struct TokenMint {
    private let key = Curve25519.Signing.PrivateKey()
    private let keyID: String

    init(keyID: String = "key-1") { self.keyID = keyID }

    func token(
        for user: String = "u-1",
        roles: [Auth.Role] = [],
        hasSecondFactor: Bool = false,
        lifetime: TimeInterval = 600,
        issuedAt: Date = Date()
    ) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(eddsa: EdDSA.PrivateKey(backing: key), kid: JWKIdentifier(string: keyID))
        let content = AccessToken(
            accountID: user,
            username: user,
            session: "s-1",
            roles: roles,
            hasSecondFactor: hasSecondFactor,
            issuedAt: issuedAt,
            lifetime: lifetime
        )
        return try await keys.sign(content, kid: JWKIdentifier(string: keyID))
    }

    var verificationKey: VerificationKey {
        VerificationKey(id: keyID, publicKey: Array(key.publicKey.rawRepresentation))
    }

    var verifier: TokenVerifier {
        let key = verificationKey
        return TokenVerifier { [key] }
    }
}

/// A gateway over TLS with real services behind it.
struct TestGateway {
    let channel: RPCChannel
    let server: RPCServer
    private let backends: RPCChannel

    /// Starts a gateway for a service at these ports.
    static func start(
        to ports: [Int],
        service: String = "budget",
        catalogue: [ServiceDescriptor] = [BackendService.service],
        mint: TokenMint = TokenMint(),
        limits: RateLimits = RateLimits(),
        deadlines: ForwardingDeadlines = ForwardingDeadlines(),
        clock: (any RPCClock)? = nil,
        serverLimits: ServerLimits? = nil,
        problem: String? = nil
    ) async throws -> TestGateway {
        let backends = try makeChannel(to: service, ports: ports, as: "gateway")
        let gateway = Gateway(
            channels: [service: backends],
            catalogue: catalogue,
            limits: limits,
            deadlines: deadlines,
            clock: clock
        )
        let readiness = Readiness()
        readiness.markReady()
        let monitor = HealthMonitor(checks: [{ problem }], log: quiet)
        await monitor.update()
        let server = try await startServer("gateway", clientCertificates: GatewayProgram.clientCertificates) {
            gateway.assembly.configure(
                &$0,
                program: "gateway",
                monitor: monitor,
                verifier: mint.verifier,
                readiness: readiness
            )
            if let serverLimits { $0.limits = serverLimits }
        }
        let channel = try makeChannel(to: "gateway", ports: [server.port], as: nil)
        return TestGateway(channel: channel, server: server, backends: backends)
    }

    func stop() async {
        channel.close()
        await server.stop()
        backends.close()
    }
}

/// Runs `body` with a gateway in front of one server with these handlers.
func withGateway<Result>(
    _ handlers: [MethodHandler],
    of service: ServiceDescriptor = BackendService.service,
    mint: TokenMint = TokenMint(),
    limits: RateLimits = RateLimits(),
    deadlines: ForwardingDeadlines = ForwardingDeadlines(),
    clock: (any RPCClock)? = nil,
    serverLimits: ServerLimits? = nil,
    configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (RPCChannel, TestGateway) async throws -> Result
) async throws -> Result {
    let verifier = mint.verifier
    let owner = RoutingTable.owners(in: [service])[0]
    let backend = try await startServer(owner, handlers: handlers) {
        $0.admissionPolicies = [AccessControl(verifier: verifier)]
        configure(&$0)
    }
    let gateway = try await TestGateway.start(
        to: [backend.port],
        service: owner,
        catalogue: [service],
        mint: mint,
        limits: limits,
        deadlines: deadlines,
        clock: clock,
        serverLimits: serverLimits
    )
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(gateway.channel, gateway)) } catch { result = .failure(error) }
    await gateway.stop()
    await backend.stop()
    return try result.get()
}

extension RPCChannel {
    @discardableResult
    func call(_ method: MethodDescriptor, _ request: Echo = Echo(), _ options: CallOptions = CallOptions()) async throws
        -> Echo
    {
        try await unary(method, request, options: options)
    }

    /// The status with which a call fails.
    func failure(of method: MethodDescriptor, _ options: CallOptions = CallOptions()) async -> Status? {
        do {
            try await call(method, Echo(), options)
            return nil
        } catch {
            return error as? Status
        }
    }
}

/// Echoes requests, and records their metadata.
func answering(_ method: MethodDescriptor, _ seen: Recorder<CallContext> = Recorder()) -> MethodHandler {
    .unary(method) { (request: Echo, context) in
        seen.record(context)
        return request
    }
}
