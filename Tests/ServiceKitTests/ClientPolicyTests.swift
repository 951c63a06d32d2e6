import CatalogMessages
import Foundation
import Foundations
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
             "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.5},
             "loadBalancingConfig": [{"xds_experimental": {}}, {"least_request_experimental": {"choiceCount": 2}}]}
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
        #expect(policy.balancing == .leastLoadedOfTwo)
        #expect(try parse("{}") == ClientPolicy())
        for name in ["pick_first", "round_robin"] {
            let policy = try parse(#"{"loadBalancingConfig": [{"\#(name)": {}}]}"#)
            #expect(policy.balancing?.rawValue == name)
        }
    }

    @Test(
        "what is wrong is reported with its place",
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
                #"{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 0}}]}"#,
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
            (#"{"loadBalancingConfig": [{"ring_hash": {}}]}"#, "must have one of pick_first"),
            (#"{"loadBalancingConfig": [{}]}"#, "loadBalancingConfig[0]"),
            (#"{"loadBalancingConfig": [{"pick_first": {"shuffleAddressList": true}}]}"#, "shuffleAddressList"),
            (#"{"retryThrottling": {"maxTokens": 0, "tokenRatio": 1}}"#, "retryThrottling.maxTokens"),
            (#"{"retryThrottling": {"maxTokens": true, "tokenRatio": 1}}"#, "retryThrottling.maxTokens"),
        ]
    )
    func wrong(text: String, sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try parse(text) }
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("one attempt turns repetition of a method off, with and without the rest of the policy")
    func noRetries() throws {
        let rest =
            #""initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 1, "retryableStatusCodes": ["ABORTED"]"#
        for policy in [#"{"maxAttempts": 1}"#, #"{"maxAttempts": 1, \#(rest)}"#] {
            let parsed = try parse(#"{"methodConfig": [{"name": [{"service": "a.B"}], "retryPolicy": \#(policy)}]}"#)
            #expect(parsed.methods["a.B"]?.retry.maximumAttempts == 1)
        }
    }

    @Test(
        "a service or method that does not exist is rejected with the one that was perhaps meant",
        arguments: [
            (
                #"{"service": "larder.catalog.v1.Product"}"#,
                "names the service larder.catalog.v1.Product, which does not exist.",
                " Do you mean larder.catalog.v1.Products?"
            ),
            (
                #"{"service": "larder.catalog.v1.Products", "method": "ResolveProduct"}"#,
                "names the method ResolveProduct, which larder.catalog.v1.Products does not have.",
                " Do you mean ResolveProducts?"
            ),
            (
                #"{"service": "larder.catalog.v1.Products", "method": "Fly"}"#,
                "names the method Fly, which larder.catalog.v1.Products does not have.", ""
            ),
        ]
    )
    func misspelt(name: String, sentence: String, suggestion: String) {
        let error = #expect(throws: ConfigurationError.self) {
            let text = #"{"methodConfig": [{"name": [\#(name)]}]}"#
            return try ClientPolicyFile.parse(
                Data(text.utf8),
                name: "policy.json",
                services: [Catalog.ProductsService.descriptor]
            )
        }
        #expect(
            error?.description == "methodConfig[0].name[0] of the client policy policy.json \(sentence)\(suggestion)"
        )
    }

    @Test("a file that is not there is named")
    func missing() {
        let error = #expect(throws: ConfigurationError.self) {
            try ClientPolicyFile.read("/nowhere/policy.json", services: [])
        }
        #expect(error?.description == "The client policy /nowhere/policy.json cannot be read.")
    }

    @Test(
        "a value of a wrong type or out of its range is reported with its place",
        arguments: [
            (#"{"methodConfig": {}}"#, "methodConfig of the client policy policy.json must be a list."),
            (#"{"methodConfig": [{"name": ["a"]}]}"#, "methodConfig[0].name[0]"),
            (#"{"methodConfig": [{"name": [{"service": 7}]}]}"#, "methodConfig[0].name[0].service"),
            (#"{"methodConfig": [{"name": [{}], "timeout": "86401s"}]}"#, "methodConfig[0].timeout"),
            (#"{"methodConfig": [{"name": [{}], "timeout": "0s"}]}"#, "methodConfig[0].timeout"),
            (#"{"methodConfig": [{"name": [{}], "timeout": "infs"}]}"#, "methodConfig[0].timeout"),
            (#"{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2.5}}]}"#, "retryPolicy.maxAttempts"),
            (#"{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2}}]}"#, "has no initialBackoff"),
            (#"{"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 1}}]}"#, "hedgingPolicy.maxAttempts"),
            (
                #"{"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 2, "nonFatalStatusCodes": []}}]}"#,
                "must name at least one code"
            ),
            (
                #"{"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 2, "nonFatalStatusCodes": ["Unavailable"]}}]}"#,
                "nonFatalStatusCodes[0]"
            ),
            (#"{"loadBalancingConfig": [{"least_request_experimental": {"choiceCount": 3}}]}"#, "choiceCount"),
            (#"{"loadBalancingConfig": [{"pick_first": {}, "round_robin": {}}]}"#, "must be an object with one key"),
            (#"{"loadBalancingConfig": []}"#, "must have one of pick_first"),
            (#"{"retryThrottling": {"maxTokens": 1001, "tokenRatio": 1}}"#, "retryThrottling.maxTokens"),
            (#"{"retryThrottling": {"maxTokens": 10, "tokenRatio": 0}}"#, "retryThrottling.tokenRatio"),
            (#"{"retryThrottling": {"maxTokens": 10, "tokenRatio": "1"}}"#, "retryThrottling.tokenRatio"),
            (#"{"retryThrottling": {"maxTokens": 10}}"#, "has no tokenRatio"),
        ]
    )
    func outOfRange(text: String, sentence: String) {
        let error = #expect(throws: ConfigurationError.self) { try parse(text) }
        #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    }

    @Test("the last entry without a service is about all others, and a hedge may follow at once")
    func others() throws {
        let policy = try parse(
            """
            {"methodConfig": [{"name": [{}], "timeout": "1s"}, {"name": [{}], "timeout": "86400s",
             "hedgingPolicy": {"maxAttempts": 2, "hedgingDelay": "0s"}}]}
            """
        )
        #expect(policy.methods.isEmpty)
        #expect(policy.others.timeout == .seconds(86_400))
        #expect(policy.others.hedging == HedgingPolicy(maximumAttempts: 2, delay: .zero, nonFatalCodes: []))
        #expect(!policy.others.waitsForReady)
    }

    @Test("a file is read with the services that there are")
    func file() throws {
        let path = URL.temporaryDirectory.appending(path: "larder-policy-\(UUID().uuidString).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        func read(_ service: String) throws -> ClientPolicy {
            let text = #"{"methodConfig": [{"name": [{"service": "\#(service)"}], "waitForReady": true}]}"#
            try Data(text.utf8).write(to: URL(filePath: path))
            return try ClientPolicyFile.read(path, services: [Catalog.ProductsService.descriptor])
        }
        #expect(try read("larder.catalog.v1.Products").methods["larder.catalog.v1.Products"]?.waitsForReady == true)
        #expect(throws: ConfigurationError.self) { try read("larder.catalog.v1.Stores") }
    }
}
