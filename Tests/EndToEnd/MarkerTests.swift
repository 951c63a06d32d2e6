import Foundation
import FoundationNetworking
import Foundations
import LocalDeployment
import Testing

extension EndToEndTests {
    /// What people type, and what opens their accounts, is sought wherever operators look.
    @Suite("Personal data and secrets", .timeLimit(.minutes(5)))
    struct MarkerTests {
        /// What a program says of itself over HTTP.
        private func metrics(of program: String, _ deployment: TestDeployment) async throws -> String {
            let port = deployment.local.ports.metrics(of: program)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/metrics"))
            return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
        }

        @Test("are in no log and no metric, whatever is done with them")
        func nowhere() async throws {
            let deployment = try await TestDeployment.shared
            var markers = Markers()
            _ = try await MarkedUser.new(of: deployment, &markers)
            #expect(markers.all.count > 25)
            var texts: [String: String] = [:]
            for program in LocalDeployment.programs {
                let log = deployment.local.folder.logs.appending(path: "\(program).log")
                texts["the log of \(program)"] = String(decoding: try Data(contentsOf: log), as: UTF8.self)
                texts["the metrics of \(program)"] = try await metrics(of: program, deployment)
            }
            for (place, text) in texts {
                let lower = text.lowercased()
                for marker in markers.all {
                    #expect(!lower.contains(marker.lowercased()), "\(place) has \(marker.prefix(8))")
                }
            }
            // The texts are those of a Larder that was used.
            #expect(texts["the log of auth"]?.contains("SignIn") == true)
            #expect(texts["the metrics of budget"]?.contains("CreatePurchase") == true)
        }

        @Test("are in no column of a dump of all schemas but those of which the inventory says that they are readable")
        func database() async throws {
            let deployment = try await TestDeployment.shared
            var markers = Markers()
            _ = try await MarkedUser.new(of: deployment, &markers)
            let dump = FileManager.default.temporaryDirectory.appending(path: "larder-\(UUID().uuidString).sql")
            defer { try? FileManager.default.removeItem(at: dump) }
            try await deployment.dump(to: dump)
            let found = try await FoundText.all(markers.all, in: dump)
            #expect(found.contradictions == [])
            // What opens an account, and what was rejected, is not even in these.
            let columns = Dictionary(grouping: found, by: \.text).mapValues { Set($0.map(\.column)) }
            let (username, kept) = (markers.all[0], ["store", "street", "item", "key", "product", "line"])
            for (text, places) in columns where text != username {
                let isKept = kept.contains { text.lowercased().hasPrefix($0) }
                #expect(isKept, "\(text.prefix(8)) is in \(places.sorted())")
            }
            #expect(columns[username]?.contains("auth.accounts.username") == true)
        }
    }
}
