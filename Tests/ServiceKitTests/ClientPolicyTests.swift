import Foundation
import RPC
import ServiceKit
import Testing

@Suite("The policy for calls to other services, from its file")
struct ClientPolicyTests {
    private func parse(_ text: String) throws -> ClientPolicy {
        try ClientPolicyFile.parse(Data(text.utf8), name: "policy.json")
    }

    @Test("everything that can be said is read")
    func complete() throws {
        let policy = try parse(
            """
            {"methodConfig": [
                {"name": [{"service": "a.B", "method": "C"}, {"service": "a.D"}], "timeout": "1.5s", "waitForReady": true,
                 "retryPolicy": {"maxAttempts": 9, "initialBackoff": "0.1s", "maxBackoff": "1s",
                                 "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "ABORTED"]}},
                {"name": [{}], "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.2s",
                                                 "nonFatalStatusCodes": ["UNAVAILABLE"]}}],
             "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5}}
            """
        )
        let method = try #require(policy.methods["a.B/C"])
        #expect(policy.methods["a.D"] == method)
        #expect(method.timeout == .milliseconds(1_500))
        #expect(method.waitsForReady)
        #expect(method.retry.maximumAttempts == 5)
        #expect(method.retry.codes == [.unavailable, .aborted])
        #expect(method.retry.backoff == Backoff(initial: .seconds(0.1), multiplier: 2, maximum: .seconds(1)))
        #expect(policy.others.hedging == HedgingPolicy(maximumAttempts: 3, delay: .seconds(0.2)))
        #expect(policy.throttling == RetryThrottling(maximumTokens: 10, tokenRatio: 0.5))
        #expect(try parse("{}") == ClientPolicy())
    }

    @Test(
        "what is wrong is told with its place",
        arguments: [
            ("[", "The client policy policy.json is not JSON."),
            ("[]", "The content of the client policy policy.json must be an object."),
            (#"{"methodConfigs": []}"#, "has the unknown key methodConfigs"),
            (#"{"methodConfig": [{}]}"#, "methodConfig[0] of the client policy policy.json has no name."),
            (#"{"methodConfig": [{"name": [{"method": "C"}]}]}"#, "methodConfig[0].name[0]"),
            (#"{"methodConfig": [{"name": [{"service": "a"}, {"service": "a"}]}]}"#, "has a configuration already"),
            (#"{"methodConfig": [{"name": [{}], "timeout": "2"}]}"#, "methodConfig[0].timeout"),
            (#"{"methodConfig": [{"name": [{}], "timeout": "-2s"}]}"#, "methodConfig[0].timeout"),
            (#"{"methodConfig": [{"name": [{}], "waitForReady": 1}]}"#, "must be true or false"),
            (
                #"{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 1}}]}"#,
                "methodConfig[0].retryPolicy.maxAttempts"
            ),
            (
                #"{"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 2, "nonFatalStatusCodes": ["OK"]}}]}"#,
                "nonFatalStatusCodes[0]"
            ),
            (
                #"{"methodConfig": [{"name": [{}], "retryPolicy": {}, "hedgingPolicy": {}}]}"#,
                "cannot be there beside a retryPolicy"
            ),
            (#"{"retryThrottling": {"maxTokens": 0, "tokenRatio": 1}}"#, "retryThrottling.maxTokens"),
            (#"{"retryThrottling": {"maxTokens": true, "tokenRatio": 1}}"#, "retryThrottling.maxTokens"),
        ]
    )
    func wrong(text: String, sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try parse(text) }
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("a file that is not there is named")
    func missing() {
        let error = #expect(throws: ConfigurationError.self) { try ClientPolicyFile.read("/nowhere/policy.json") }
        #expect(error?.description == "The client policy /nowhere/policy.json cannot be read.")
    }
}
