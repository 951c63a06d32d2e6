import Foundation
import PostgresTestSupport
import ServiceKit
import ServiceManifest
import Testing

@testable import LocalDeployment

@Suite("The manifest of services", .timeLimit(.minutes(5)))
struct ServiceManifestTests {
    private func file(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Shell.repository)/\(path)", encoding: .utf8)
    }

    @Test("names each service once, with a port of its own, the gateway first")
    func entries() {
        let services = PlatformService.all
        #expect(services.first?.name == "gateway")
        #expect(services.map(\.portOffset) == Array(services.indices))
        for values in [services.map(\.name), services.map(\.executable)] {
            #expect(Set(values).count == services.count)
        }
        #expect(PlatformService.backends.map(\.name) == services.dropFirst().map(\.name))
        #expect(PlatformService.named("ocr")?.workers == ["larder-receipt-reader"])
        #expect(PlatformService.named("nobody") == nil)
    }

    @Test("is what the launcher starts and every program may be told the place of")
    func swiftLists() {
        #expect(LocalDeployment.programs == PlatformService.all.map(\.name))
        let order = LocalDeployment.replacementOrder
        #expect(order.first == "auth" && order.last == "gateway" && order.sorted() == LocalDeployment.programs.sorted())
        #expect(ServiceConfiguration.serviceNames == PlatformService.backends.map(\.name))
    }

    @Test("has a target in the package for each program, with the same resources")
    func package() async throws {
        let targets = try await targetsOfPackage()
        for service in PlatformService.all {
            let target = try #require(targets[service.executable], "\(service.executable)")
            #expect(target.resources.map(\.path) == service.resources, "\(service.name)")
            #expect(service.hasSchema == service.resources.contains("Migrations"), "\(service.name)")
            for worker in service.workers {
                #expect(targets[worker] != nil, "\(worker)")
            }
        }
    }

    /// A target as SwiftPM describes it.
    private struct PackageTarget: Decodable {
        struct Resource: Decodable { let path: String }
        let name: String
        let type: String
        let resources: [Resource]
    }

    /// The programs of Package.swift by their names.
    private func targetsOfPackage() async throws -> [String: PackageTarget] {
        struct Manifest: Decodable { let targets: [PackageTarget] }
        // With a scratch folder of its own it doesn't wait for a build that is running.
        let manifest = try await withFolder { folder in
            try await Shell.run(
                "/usr/bin/env",
                ["swift", "package", "--package-path", Shell.repository, "--scratch-path", folder.path, "dump-package"]
            )
        }
        // SwiftPM's warnings may precede the JSON.
        let json = manifest.drop { $0 != "{" }
        let programs = try JSONDecoder().decode(Manifest.self, from: Data(json.utf8)).targets
            .filter { $0.type == "executable" }
        return Dictionary(uniqueKeysWithValues: programs.map { ($0.name, $0) })
    }

    @Test("is where the Makefile takes its programs from")
    func makefile() async throws {
        let plan = try await Shell.run(
            "/usr/bin/make",
            ["--directory", Shell.repository, "--dry-run", "--no-print-directory", "build"]
        )
        let line = try #require(plan.split(separator: "\n").first { $0.contains("deploy/local/build.sh") })
        let programs = Set(line.split(separator: " ").dropFirst(2).map(String.init))
        let services = PlatformService.all.flatMap { [$0.executable] + $0.workers }
        #expect(programs == Set(services + ["larder", "larder-local", "larder-receipts"]))
    }

    @Test("is where the certificates come from, beside the operator's")
    func certificates() async throws {
        try await withFolder { folder in
            _ = try await Shell.run("/bin/bash", [Shell.repository + "/deploy/local/certificates.sh", folder.path])
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                .filter { $0.hasSuffix("-key.pem") }
            let owners = PlatformService.all.map(\.name) + ["ca", "operator"]
            #expect(Set(files) == Set(owners.map { "\($0)-key.pem" }))
        }
    }

    @Test("is what the page on configuration says")
    func configurationPage() throws {
        let row = try #require(file("deploy/README.md").split(separator: "\n").first { $0.hasPrefix("| `peers.") })
        let names = row.matches(of: /`(?:peers)?\.([a-z]+)`/).map { String($0.1) }
        #expect(Set(names) == Set(PlatformService.backends.map(\.name)))
    }

    @Test("is rejected with a key that does not exist, or without a name")
    func malformed() {
        for text in [
            #"{"services": [{"name": "a", "executable": "b", "portOffset": 1, "ports": [1]}]}"#,
            #"{"services": [{"executable": "b", "portOffset": 1}]}"#, "[]",
        ] {
            #expect(throws: DecodingError.self) { try PlatformService.services(in: Data(text.utf8)) }
        }
    }
}
