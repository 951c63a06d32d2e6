import Foundation
import Testing

/// The Python client, written from the protocol page alone, against our server and client.
///
/// `LARDER_SKIP_CONFORMANCE=1` skips these tests where there is no Python.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["LARDER_SKIP_CONFORMANCE"] != "1"), .timeLimit(.minutes(5)))
struct ConformanceTests {
    @Test("holds", arguments: ConformanceRun.cases.filter { !$0.isNotApplicable })
    func holds(_ testCase: ConformanceCase) async throws {
        let result = try await ConformanceRun.result(of: testCase)
        #expect(result.result == "passed", "\(result.detail)")
    }

    @Test("a case that does not apply states why", arguments: ConformanceRun.cases.filter(\.isNotApplicable))
    func tellsWhy(_ testCase: ConformanceCase) async throws {
        let result = try await ConformanceRun.result(of: testCase)
        #expect(result.result == "skipped")
        #expect(!result.detail.isEmpty)
    }

    @Test("a server that is no gateway fails as one, while its rows hold")
    func wrongServer() async throws {
        let results = try await ConformanceRun.asGateway(["user_methods_need_a_token", "R10_*", "first_call"])
        #expect(results.sorted { $0.case < $1.case }.map(\.result) == ["passed", "passed", "failed"])
    }

    @Test("every group of cases exists, to detect a broken list")
    func groups() {
        let groups = Dictionary(grouping: ConformanceRun.cases, by: \.group).mapValues(\.count)
        #expect(groups["standard", default: 0] >= 20)
        #expect(groups["negative", default: 0] >= 6)
        #expect(groups["client_negative", default: 0] >= 6)
        #expect(groups["rejected", default: 0] >= 100)
        #expect(groups["client_rejects", default: 0] >= 25)
        #expect(groups["accepted", default: 0] + groups["client_accepts", default: 0] >= 15)
    }
}
