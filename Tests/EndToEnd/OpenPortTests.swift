import BudgetMessages
import Foundation
import LocalDeployment
import NIOCore
import PostgresTestSupport
import RPCTestSupport
import TLS
import Testing
import Wire

extension EndToEndTests {
    /// What can be reached of a deployment from outside.
    @Suite("Open ports", .timeLimit(.minutes(5)))
    struct OpenPortTests {
        /// A socket that listens.
        private struct Listener: Hashable {
            /// As the kernel writes it: the bytes of the address in hexadecimal.
            let address: String
            let port: Int

            static let loopback = "0100007F"
        }

        /// The sockets that a process listens on.
        private static func listeners(of process: Int32) async throws -> Set<Listener> {
            let folder = "/proc/\(process)/fd"
            let sockets = Set(
                try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
                }
            )
            var found: Set<Listener> = []
            for table in ["tcp", "tcp6"] {
                // Foundation reads no more than the beginning of such a file.
                let lines = try await Shell.run("/bin/cat", ["/proc/\(process)/net/\(table)"])
                for line in lines.split(separator: "\n").dropFirst() {
                    let columns = line.split(separator: " ")
                    guard columns.count > 9, columns[3] == "0A", sockets.contains("socket:[\(columns[9])]") else {
                        continue
                    }
                    let local = columns[1].split(separator: ":")
                    found.insert(Listener(address: String(local[0]), port: Int(local[1], radix: 16) ?? 0))
                }
            }
            return found
        }

        @Test(
            "each program listens on loopback on its own port and the one of its metrics, the gateway on that for browsers"
        )
        func listeners() async throws {
            let local = try await TestDeployment.shared.local
            for program in LocalPrograms.all {
                let process = try #require(local.process(program)).identifier
                var expected = [local.ports[program], local.ports.metrics(of: program)]
                if program == "gateway" { expected.append(local.ports.web()) }
                let found = try await Self.listeners(of: process)
                #expect(found == Set(expected.map { Listener(address: Listener.loopback, port: $0) }), "\(program)")
            }
            let database = try #require(local.database).identifier
            #expect(try await Self.listeners(of: database).isEmpty)
        }

        @Test(
            "a service answers nobody without a service's certificate, neither over TLS nor without",
            arguments: LocalPrograms.all.filter { $0 != "gateway" }
        )
        func services(_ program: String) async throws {
            let local = try await TestDeployment.shared.local
            let authority = local.folder.certificates.appending(path: "ca.pem").path
            let context = try TLSContext(
                .client(
                    trust: TLSTrust(bundle: authority),
                    expectedService: program,
                    alpn: [ConnectionStateMachine.applicationProtocol]
                )
            )
            let stranger = try await RawConnection.connect(port: local.ports[program], tls: context)
            try? await stranger.send(RawFrame.opening(of: .client))
            try await stranger.waitForEnd()
            #expect(stranger.failure != nil)
            #expect(stranger.frames.allSatisfy { $0.type == FrameType.settings.rawValue || $0.goAwayCode != nil })
            let plain = try await RawConnection.connect(port: local.ports[program], tls: nil)
            try? await plain.send(Array("GET / HTTP/1.1\r\nHost: larder\r\n\r\n".utf8))
            try await plain.waitForEnd()
            // At most an alert of TLS.
            #expect(plain.bytes.isEmpty || plain.bytes.first == 21)
        }

        @Test("metrics are read on loopback and tell nobody's name", arguments: LocalPrograms.all)
        func metrics(_ program: String) async throws {
            let user = try await TestUser.new()
            _ = try await user.purchases.listPurchases(.init(), options: user.options())
            let port = user.deployment.local.ports.metrics(of: program)
            let answer = try await WebClient.with(port: port) { try await $0.request("GET", "/metrics") }
            #expect(answer.status == 200 && answer.text.contains("process_resident_memory_bytes"))
            #expect(!answer.text.contains(user.username))
            let post = try await WebClient.with(port: port) { try await $0.request("POST", "/metrics") }
            #expect((400..<500).contains(post.status))
        }
    }
}
