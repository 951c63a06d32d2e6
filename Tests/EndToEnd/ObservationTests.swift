import BudgetMessages
import Foundation
import FoundationNetworking
import Foundations
import LocalDeployment
import RPC
import Testing

extension EndToEndTests {
    @Suite("Observability of programs", .timeLimit(.minutes(5)))
    struct ObservationTests {
        private func read(_ path: String, of program: String) async throws -> (status: Int?, text: String) {
            let port = try await TestDeployment.shared.local.ports.metrics(of: program)
            let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
            let (data, response) = try await URLSession.shared.data(from: url)
            return ((response as? HTTPURLResponse)?.statusCode, String(decoding: data, as: UTF8.self))
        }

        @Test("every program serves its metrics and health on loopback", arguments: LocalPrograms.all)
        func metrics(program: String) async throws {
            let user = try await TestUser.new()
            _ = try await user.recordSample()
            let metrics = try await read("/metrics", of: program)
            #expect(metrics.status == 200)
            var expected = [
                "grpc_server_call_started_total{grpc_method=\"larder.", "process_resident_memory_bytes ",
                "larder_health_serving 1\n", "larder_event_loop_lag_seconds_count ", "larder_server_connections ",
            ]
            switch program {
            case "gateway": expected += ["grpc_client_attempt_duration_seconds_count{", "grpc_target=\"budget\""]
            case "ocr", "budget":
                expected += ["larder_database_connections{state=\"idle\"}", "larder_outbox_events{state=\"waiting\"}"]
            default: expected.append("larder_database_connections{state=\"idle\"}")
            }
            for text in expected { #expect(metrics.text.contains(text), "\(program) lacks \(text)") }
            let health = try await read("/readyz", of: program)
            #expect(health.status == 200 && health.text == "serving\n")
            #expect(try await read("/healthz", of: program).status == 200)
            #expect(try await read("/", of: program).status == 404)
        }

        @Test("a failing call is one log line at each program it passes, all with one trace")
        func oneTrace() async throws {
            let user = try await TestUser.new()
            let trace = TraceContext()
            let failure = await status {
                try await trace.during {
                    _ = try await user.purchases.getPurchase(
                        .init(key: .purchaseID(UUID().canonical)),
                        options: user.options()
                    )
                }
            }
            #expect(failure?.code == .notFound)
            for program in ["gateway", "budget"] {
                var lines: [[String: Any]] = []
                // The line is written shortly after the response; further calls allow time for it.
                for _ in 0..<500 where lines.isEmpty {
                    lines = try logLines(of: program, in: user.deployment).filter {
                        $0["trace"] as? String == trace.traceID
                    }
                    if lines.isEmpty { _ = try await user.purchases.listPurchases(.init(), options: user.options()) }
                }
                #expect(lines.count == 1, "\(program)")
                let line = try #require(lines.first)
                #expect(line["message"] as? String == "call")
                #expect(line["code"] as? String == "NOT_FOUND")
                #expect((line["method"] as? String)?.hasSuffix("/GetPurchase") == true)
                #expect((line["remaining"] as? Double ?? 0) > 0)
                #expect(line["peer"] as? String == (program == "gateway" ? "client" : "gateway"))
            }
        }

        @Test("a log is one JSON object a line, from first to last", arguments: LocalPrograms.all)
        func jsonLines(program: String) async throws {
            let deployment = try await TestDeployment.shared
            #expect(try logLines(of: program, in: deployment).count > 1)
        }

        /// The lines of a log.
        /// - Throws: when a line is not a JSON object.
        private func logLines(of program: String, in deployment: TestDeployment) throws -> [[String: Any]] {
            let text = try String(
                contentsOf: deployment.local.folder.logs.appending(path: "\(program).log"),
                encoding: .utf8
            )
            // The last line may be incomplete.
            let whole = text[..<(text.lastIndex(of: "\n") ?? text.startIndex)]
            return try whole.split(separator: "\n").map { line in
                try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            }
        }
    }
}
