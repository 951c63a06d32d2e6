import AuthMessages
import BudgetMessages
import Foundation
import Foundations
import LocalDeployment
import MessageCoding
import NIOCore
import OCRMessages
import RPC
import RPCStubs
import RPCTestSupport
import RPCValues
import Testing
import Wire

extension EndToEndTests {
    /// Each attack has a table row of what innocents saw, on standard output.
    @Suite("Innocent clients beside an attack, with the limits of production", .timeLimit(.minutes(5)))
    struct AttackTests {
        private static let terms = Auth.AccountsService.getTerms
        private static let watch = Budget.PurchasesService.watchPurchase

        @Test("large messages that are announced and do not come")
        func claims() async throws {
            let attacked = try await AttackedDeployment.shared
            let token = attacked.accounts[0].tokens.accessToken
            try await attacked.withstand("40 announced messages of 4 MiB", doing: .init(connections: 3, calls: 84)) {
                attack in
                for address in ["127.0.0.2", "127.0.0.3"] {
                    let client = try await attack.connect(from: address)
                    for _ in 0..<40 {
                        // By the rules a stream must be open: its first part says how long the message is.
                        let stream = try await client.start(AttackTests.terms, nil, ends: false)
                        try await client.flush()
                        let claim = RawFrame(.message, flags: .more, stream: stream, [0, 0x40, 0, 0, 0])
                        try? await client.connection.send(claim.bytes)
                    }
                }
                let uploads = try await attack.connect(from: "127.0.0.4")
                for _ in 0..<4 {
                    let stream = try await uploads.start(
                        OCR.ReceiptsService.uploadReceipt,
                        try OCR.UploadReceiptRequest(part: .header(.init())).bytes(),
                        token: token,
                        ends: false
                    )
                    try await uploads.flush()
                    let claim = RawFrame(.message, flags: .more, stream: stream, [0, 0x07, 0, 0, 0])
                    try? await uploads.connection.send(claim.bytes)
                }
            }
        }

        @Test("streams of long responses that are not read")
        func unreadStreams() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand("three unread streams", doing: .init(connections: 3, calls: 3)) { attack in
                for (account, purchase) in zip(attacked.accounts, attacked.longPurchases).prefix(3) {
                    let client = try await attack.connect(from: "127.0.0.2")
                    let request = Budget.WatchPurchaseRequest(purchaseID: purchase, afterVersion: 1)
                    try await client.start(
                        AttackTests.watch,
                        try request.bytes(),
                        token: account.tokens.accessToken
                    )
                    try await client.flush()
                }
            }
        }

        @Test("uploads that begin and send nothing more")
        func idleUploads() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand("eight accounts with idle uploads", doing: .init(connections: 8, calls: 32)) {
                attack in
                for account in attacked.accounts.prefix(8) {
                    let client = try await attack.connect(from: "127.0.0.2")
                    for _ in 0..<4 {
                        let stream = try await client.start(
                            OCR.ReceiptsService.uploadReceipt,
                            try OCR.UploadReceiptRequest(part: .header(.init())).bytes(),
                            token: account.tokens.accessToken,
                            ends: false
                        )
                        await client.send(try OCR.UploadReceiptRequest(part: .chunk([1])).bytes(), on: stream)
                    }
                    try await client.flush()
                }
            }
        }

        @Test("watches of health without a token")
        func healthWatches() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand("3,000 watches of budget's health", doing: .init(connections: 3, calls: 3_000))
            { attack in
                let request = try RPCMessages.CheckHealthRequest(service: "budget").bytes()
                for address in ["127.0.0.2", "127.0.0.3", "127.0.0.4"] {
                    let client = try await attack.connect(from: address)
                    for _ in 0..<1_000 { try await client.start(RPCMessages.HealthService.watchHealth, request) }
                    try await client.flush()
                }
            }
        }

        @Test("watches of purchases by a few accounts")
        func purchaseWatches() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand(
                "four accounts with 200 watches each",
                doing: .init(connections: 4, calls: 800)
            ) { attack in
                for (account, purchase) in zip(attacked.accounts, attacked.purchases).prefix(4) {
                    let client = try await attack.connect(from: "127.0.0.2")
                    let request = try Budget.WatchPurchaseRequest(purchaseID: purchase).bytes()
                    for _ in 0..<200 {
                        try await client.start(AttackTests.watch, request, token: account.tokens.accessToken)
                    }
                    try await client.flush()
                }
            }
        }

        @Test("wrong passwords, from one address and from three", arguments: [1, 3])
        func wrongPasswords(addresses: Int) async throws {
            let attacked = try await AttackedDeployment.shared
            let user = attacked.innocent
            let sessions = Auth.SessionsClient(channel: user.channel)
            let signIn = SteadyLoad.Call(name: "SignIn") {
                let request = Auth.SignInRequest(name: user.username, password: user.password, device: "test")
                _ = try await sessions.signIn(request, options: CallOptions(timeout: .seconds(10)))
            }
            try await attacked.withstand(
                "\(addresses) address\(addresses == 1 ? "" : "es") signing in wrongly",
                calls: [signIn],
                rate: 1,
                seconds: (quiet: 8, attack: 12),
                doing: .init(connections: addresses, calls: 120 * addresses, answers: [.unauthenticated: 10])
            ) { attack in
                for number in 0..<addresses {
                    let client = try await attack.connect(from: "127.0.0.\(number + 2)")
                    attack.repeat(perSecond: 20) {
                        let request = Auth.SignInRequest(name: "nobody\(number)", password: "Wrong-7!", device: "x")
                        try await client.start(Auth.SessionsService.signIn, try request.bytes(), timeout: .seconds(12))
                        try await client.flush()
                    }
                }
            }
        }

        @Test("connections that say nothing")
        func handshakes() async throws {
            let attacked = try await AttackedDeployment.shared
            try raiseOpenFiles()
            let port = attacked.deployment.local.ports["gateway"]
            try await attacked.withstand(
                "twenty addresses with 100 handshakes each, and 200 more a second",
                doing: .init(connections: 2_000)
            ) { attack in
                @Sendable func connect() async throws {
                    // From one address so many would be rejected for their rate.
                    for address in 2..<22 {
                        attack.hold(try await RawConnection.connect(port: port, tls: nil, from: "127.0.0.\(address)"))
                    }
                }
                for _ in 0..<100 { try await connect() }
                // What the gateway has closed is opened again.
                attack.repeat(perSecond: 10, connect)
            }
        }

        @Test("long texts of combining marks")
        func combiningMarks() async throws {
            let attacked = try await AttackedDeployment.shared
            let device = String(repeating: "e\u{301}\u{301}\u{301}", count: 600_000)
            let request = try Auth.SignInRequest(name: "nobody", password: "x", device: device).bytes()
            try await attacked.withstand(
                "10 requests a second of 4 MB of combining marks",
                doing: .init(connections: 2, calls: 20)
            ) { attack in
                for address in ["127.0.0.2", "127.0.0.3"] {
                    attack.repeat(perSecond: 5) {
                        let client = try await attack.connect(from: address)
                        try await client.start(Auth.SessionsService.signIn, request)
                        try await client.flush()
                    }
                }
            }
        }

        @Test("small compressed requests that unpack large")
        func compressed() async throws {
            let attacked = try await AttackedDeployment.shared
            let account = attacked.accounts[0]
            let text = String(repeating: "a", count: 4_000_000)
            let signIn = try compress(Auth.SignInRequest(name: "nobody", password: "x", device: text).bytes())
            let purchase = try compress(Budget.CreatePurchaseRequest(storeName: text).bytes())
            try await attacked.withstand("60 requests a second that unpack to 4 MB", doing: .init(calls: 120)) {
                attack in
                let client = try await attack.connect(from: "127.0.0.2")
                attack.repeat(perSecond: 30) {
                    try await client.start(Auth.SessionsService.signIn, signIn, isCompressed: true)
                    try await client.start(
                        Budget.PurchasesService.createPurchase,
                        purchase,
                        token: account.tokens.accessToken,
                        isCompressed: true
                    )
                    try await client.flush()
                }
            }
        }

        private func compress(_ bytes: [UInt8]) throws -> [UInt8] {
            Array(try #require(Deflater().compress(ByteBuffer(bytes: bytes), limit: nil)).readableBytesView)
        }

        @Test("responses that one user never reads")
        func unreadResponses() async throws {
            let attacked = try await AttackedDeployment.shared
            let account = attacked.accounts[0]
            try await attacked.withstand("420 calls of one user that are never read", doing: .init(calls: 420)) {
                attack in
                let client = try await attack.connect(from: "127.0.0.2", reads: false)
                for _ in 0..<420 {
                    try await client.start(
                        Budget.PurchasesService.listPurchases,
                        token: account.tokens.accessToken,
                        timeout: .seconds(12)
                    )
                }
                attack.run { try? await client.flush() }
            }
        }

        @Test("large requests without a token")
        func largeRequests() async throws {
            let attacked = try await AttackedDeployment.shared
            let request = [UInt8](repeating: 0x0A, count: 4_194_304)
            try await attacked.withstand("forty requests of 4 MiB without a token", doing: .init(calls: 40)) { attack in
                let client = try await attack.connect(from: "127.0.0.2")
                for _ in 0..<40 { try await client.start(AttackTests.terms, request) }
                try await client.flush()
            }
        }

        @Test("thousands of watches that end at once")
        func droppedWatches() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand(
                "512 watches dropped at once, six times",
                doing: .init(connections: 96, calls: 3_072)
            ) { attack in
                for _ in 0..<6 {
                    for (account, purchase) in zip(attacked.accounts, attacked.purchases) {
                        let client = try await attack.connect(from: "127.0.0.2")
                        let request = try Budget.WatchPurchaseRequest(purchaseID: purchase).bytes()
                        for _ in 0..<32 {
                            try await client.start(AttackTests.watch, request, token: account.tokens.accessToken)
                        }
                        try await client.flush()
                    }
                    await attack.drop()
                }
            }
        }

        @Test("sockets whose client sends requests and reads nothing")
        func unreadSockets() async throws {
            let attacked = try await AttackedDeployment.shared
            try await attacked.withstand("3,000 requests on two unread sockets", doing: .init(connections: 2)) {
                attack in
                for address in ["127.0.0.2", "127.0.0.3"] {
                    let client = try await attack.connect(from: address, reads: false)
                    for _ in 0..<1_500 {
                        guard (try? await client.start(AttackTests.terms)) != nil else { break }
                    }
                    attack.run { try? await client.flush() }
                }
            }
        }
    }
}

/// Allows this process as many open files as it may have.
private func raiseOpenFiles() throws {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
