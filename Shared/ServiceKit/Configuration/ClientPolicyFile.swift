package import Foundation
import Foundations
import MessageCoding
package import RPC
import Wire

/// Reads the policy for retries and hedging from a file, in the JSON form of gRPC's service configuration:
///
/// ```json
/// {
///   "methodConfig": [{
///     "name": [{"service": "larder.catalog.v1.Products", "method": "ResolveProducts"}],
///     "timeout": "2s",
///     "waitForReady": false,
///     "retryPolicy": {
///       "maxAttempts": 4, "initialBackoff": "0.05s", "maxBackoff": "2s", "backoffMultiplier": 1.6,
///       "retryableStatusCodes": ["UNAVAILABLE"]
///     }
///   }],
///   "retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1},
///   "loadBalancingConfig": [{"least_request_experimental": {}}]
/// }
/// ```
///
/// In place of `retryPolicy` there can be a `hedgingPolicy` with `maxAttempts`, `hedgingDelay` and `nonFatalStatusCodes`. A
/// name without a method covers all methods of the service, one without a service all that are not named. Attempts
/// beyond 5 count as 5; with 1 the method's calls are never retried. Whatever the file says, only idempotent methods are
/// retried once a handler may have seen them. Of the balancing policies `pick_first`, `round_robin` and
/// `least_request_experimental` the first one counts. Services and methods that don't exist are rejected.
package enum ClientPolicyFile {
    /// Reads a file.
    /// - Parameter services: All that there are.
    /// - Throws: ``ConfigurationError`` that names what is wrong and where.
    package static func read(_ path: String, services: [ServiceDescriptor]) throws -> ClientPolicy {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationError("The client policy \(path) cannot be read.")
        }
        return try parse(data, name: path, services: services)
    }

    /// Reads the content of a file.
    /// - Parameters:
    ///   - name: What errors call it.
    ///   - services: All that there are; nil when names are not to be checked.
    package static func parse(_ data: Data, name: String, services: [ServiceDescriptor]? = nil) throws -> ClientPolicy {
        guard let content = try? JSONSerialization.jsonObject(with: data) else {
            throw ConfigurationError("The client policy \(name) is not JSON.")
        }
        let file = try JSONPart(content, at: "", in: name).object(of: [
            "methodConfig", "retryThrottling", "loadBalancingConfig",
        ])
        var policy = ClientPolicy()
        for entry in try file["methodConfig"]?.list() ?? [] { try add(entry, to: &policy, services) }
        if let throttling = try file["retryThrottling"]?.object(of: ["maxTokens", "tokenRatio"]) {
            policy.throttling = RetryThrottling(
                maximumTokens: try throttling.required("maxTokens").wholeNumber(in: 1...1_000),
                tokenRatio: try throttling.required("tokenRatio").number(in: 0.001...1_000)
            )
        }
        policy.balancing = try file["loadBalancingConfig"].map(balancing)
        return policy
    }

    private static func balancing(_ part: JSONPart) throws -> BalancingPolicy {
        for entry in try part.list() {
            guard let (name, settings) = try entry.single() else {
                throw entry.error("must be an object with one key, the name of a balancing policy")
            }
            switch name {
            case "pick_first", "round_robin": _ = try settings.object(of: [])
            case "least_request_experimental":
                _ = try settings.object(of: ["choiceCount"])["choiceCount"]?.wholeNumber(in: 2...2)
            default: continue
            }
            return BalancingPolicy.allCases.first { name.hasPrefix($0.rawValue) } ?? .roundRobin
        }
        throw part.error("must have one of pick_first, round_robin, least_request_experimental")
    }

    private static func add(
        _ entry: JSONPart,
        to policy: inout ClientPolicy,
        _ services: [ServiceDescriptor]?
    ) throws {
        let values = try entry.object(of: ["name", "timeout", "waitForReady", "retryPolicy", "hedgingPolicy"])
        if values["retryPolicy"] != nil, let hedging = values["hedgingPolicy"] {
            throw hedging.error("cannot be there beside a retryPolicy")
        }
        let method = MethodPolicy(
            timeout: try values["timeout"]?.duration(),
            waitsForReady: try values["waitForReady"]?.truth() ?? false,
            retry: try values["retryPolicy"].map(retry) ?? RetryPolicy(),
            hedging: try values["hedgingPolicy"].map(hedging)
        )
        for name in try values.required("name").list() {
            let parts = try name.object(of: ["service", "method"])
            let (service, own) = (try parts["service"]?.text() ?? "", try parts["method"]?.text() ?? "")
            if service.isEmpty, !own.isEmpty { throw name.error("has a method without its service") }
            if service.isEmpty {
                policy.others = method
                continue
            }
            if let services { try check(name, service, own, services) }
            let key = own.isEmpty ? service : "\(service)/\(own)"
            guard policy.methods.updateValue(method, forKey: key) == nil else {
                throw name.error("names \(key), which has a configuration already")
            }
        }
    }

    private static func check(
        _ name: JSONPart,
        _ service: String,
        _ method: String,
        _ services: [ServiceDescriptor]
    ) throws {
        guard let found = services.first(where: { $0.name == service }) else {
            throw name.error("names the service \(service), which does not exist", .of(service, services.map(\.name)))
        }
        let methods = found.methods.map(\.name)
        guard method.isEmpty || methods.contains(method) else {
            throw name.error("names the method \(method), which \(service) does not have", .of(method, methods))
        }
    }

    private static func retry(_ part: JSONPart) throws -> RetryPolicy {
        let values = try part.object(of: [
            "maxAttempts", "initialBackoff", "maxBackoff", "backoffMultiplier", "retryableStatusCodes",
        ])
        let attempts = try values.required("maxAttempts").wholeNumber(in: 1...1_000)
        if attempts == 1, values.isSingle { return RetryPolicy(maximumAttempts: 1) }
        return RetryPolicy(
            maximumAttempts: attempts,
            backoff: Backoff(
                initial: try values.required("initialBackoff").duration(),
                multiplier: try values.required("backoffMultiplier").number(in: 1...100),
                maximum: try values.required("maxBackoff").duration()
            ),
            codes: try codes(values.required("retryableStatusCodes"))
        )
    }

    private static func hedging(_ part: JSONPart) throws -> HedgingPolicy {
        let values = try part.object(of: ["maxAttempts", "hedgingDelay", "nonFatalStatusCodes"])
        return HedgingPolicy(
            maximumAttempts: try values.required("maxAttempts").wholeNumber(in: 2...1_000),
            delay: try values["hedgingDelay"]?.duration(orZero: true) ?? .zero,
            nonFatalCodes: try values["nonFatalStatusCodes"].map(codes) ?? []
        )
    }

    private static func codes(_ part: JSONPart) throws -> Set<StatusCode> {
        let codes = try part.list().map { entry in
            let name = try entry.text()
            guard let code = StatusCode.allCases.first(where: { $0.name == name }), code != .ok else {
                throw entry.error("must be the name of a status code other than OK, such as UNAVAILABLE")
            }
            return code
        }
        if codes.isEmpty { throw part.error("must name at least one code") }
        return Set(codes)
    }
}

/// A value in the file and where it stands.
private struct JSONPart {
    private let value: Any
    private let path: String
    private let file: String

    init(_ value: Any, at path: String, in file: String) {
        self.value = value
        self.path = path
        self.file = file
    }

    func error(_ what: String) -> ConfigurationError {
        ConfigurationError("\(path.isEmpty ? "The content" : path) of the client policy \(file) \(what).")
    }

    /// The same with the name that was perhaps meant.
    func error(_ what: String, _ suggestion: NameSuggestion) -> ConfigurationError {
        let error = error(what)
        return suggestion.text.isEmpty ? error : ConfigurationError("\(error.description) \(suggestion.text)")
    }

    /// The key and value of an object that has only one; nil for any other.
    func single() throws -> (key: String, value: JSONPart)? {
        guard let entries = value as? [String: Any], entries.count == 1, let (key, value) = entries.first else {
            return nil
        }
        return (key, JSONPart(value, at: "\(path).\(key)", in: file))
    }

    struct Object {
        fileprivate let part: JSONPart
        fileprivate let values: [String: JSONPart]

        /// Whether there is one key alone.
        var isSingle: Bool { values.count == 1 }

        subscript(_ key: String) -> JSONPart? { values[key] }

        func required(_ key: String) throws -> JSONPart {
            guard let value = values[key] else { throw part.error("has no \(key)") }
            return value
        }
    }

    func object(of keys: [String]) throws -> Object {
        guard let entries = value as? [String: Any] else { throw error("must be an object") }
        if let unknown = entries.keys.filter({ !keys.contains($0) }).min() {
            throw error("has the unknown key \(unknown); known are \(keys.joined(separator: ", "))")
        }
        let values = entries.map { key, value in
            (key, JSONPart(value, at: path.isEmpty ? key : "\(path).\(key)", in: file))
        }
        return Object(part: self, values: Dictionary(uniqueKeysWithValues: values))
    }

    func list() throws -> [JSONPart] {
        guard let entries = value as? [Any] else { throw error("must be a list") }
        return entries.enumerated().map { JSONPart($1, at: "\(path)[\($0)]", in: file) }
    }

    func text() throws -> String {
        guard let text = value as? String else { throw error("must be a text") }
        return text
    }

    func truth() throws -> Bool {
        // JSON's numbers pass for truth values with Foundation unless asked by type.
        guard let number = value as? NSNumber, JSONPart.isTruth(number) else { throw error("must be true or false") }
        return number.boolValue
    }

    func number(in range: ClosedRange<Double>) throws -> Double {
        guard let number = value as? NSNumber, !JSONPart.isTruth(number), range.contains(number.doubleValue) else {
            throw error("must be a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number.doubleValue
    }

    func wholeNumber(in range: ClosedRange<Int>) throws -> Int {
        guard let number = value as? NSNumber, !JSONPart.isTruth(number),
            let whole = Int(exactly: number.doubleValue), range.contains(whole)
        else { throw error("must be a whole number from \(range.lowerBound) to \(range.upperBound)") }
        return whole
    }

    /// `1.5s`, as in protobuf's JSON form.
    func duration(orZero: Bool = false) throws -> Duration {
        guard let text = value as? String, text.last == "s", let seconds = Double(text.dropLast()), seconds.isFinite,
            seconds > 0 || orZero && seconds == 0, seconds <= 86_400
        else { throw error("must be a time of at most a day in seconds, such as \"0.5s\"") }
        return .seconds(seconds)
    }

    private static func isTruth(_ number: NSNumber) -> Bool { String(cString: number.objCType) == "c" }
}
