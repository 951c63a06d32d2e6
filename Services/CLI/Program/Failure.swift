import Foundation
import LarderClient
import TLS

/// The reason why a command failed, for users and programs.
struct Failure: Error {
    var exit: ExitStatus
    /// The name of the outcome, such as NOT_FOUND.
    var code: String
    var message: String
    var reason = ""
    var violations: [Status.FieldViolation] = []
    var retryDelay: Duration?
    /// A suggested action.
    var hint: String?
    /// Whether it has already been reported.
    var isReported = false

    init(_ exit: ExitStatus, _ message: String, reason: String = "", hint: String? = nil) {
        self.exit = exit
        code = exit.codeWithoutCall
        self.message = message
        self.reason = reason
        self.hint = hint
    }

    init(_ status: Status) {
        exit = ExitStatus(status.code)
        code = status.code.name
        message = status.message
        reason = status.reason.rawValue
        violations = status.fieldViolations
        retryDelay = status.retryDelay
        hint = Failure.hint(for: status)
    }

    /// The failure for any error of a command.
    init(_ error: any Error, connectionFailure: String?, gateway: Endpoint) {
        switch error {
        case let failure as Failure: self = failure
        case let status as Status:
            self.init(status)
            if status.isFromMissingGateway {
                message = "No Larder can be reached at \(gateway)" + (connectionFailure.map { ": \($0)" } ?? "")
                if !message.hasSuffix(".") { message += "." }
                if connectionFailure.map(Failure.isFromUntrustedAuthority) ?? false { exit = .configuration }
            }
        case let error as LocalFileError: self.init(.file, error.description)
        case let problem as DecimalNumber.Problem: self.init(.usage, problem.description)
        case is CancellationError: self.init(.cancelled, "Cancelled.")
        default: self.init(.internalError, "\(error)")
        }
    }

    /// Whether a connection failed since the certificate is from an authority that this machine is not set up to trust.
    static func isFromUntrustedAuthority(_ connectionFailure: String) -> Bool {
        connectionFailure.contains(TLSHandshakeFailure.unknownAuthority.description)
    }

    /// The failure with what is known of sessions, when nobody is signed in for the gateway.
    func explainingSession(_ credentials: FileTokenStore?, of gateway: Endpoint) -> Failure {
        guard reason == StatusReason.signInRequired.rawValue, let credentials,
            let isSignedIn = try? credentials.load() != nil, !isSignedIn, let others = try? credentials.gateways()
        else { return self }
        var failure = self
        failure.message = "Nobody is signed in for the gateway \(gateway): the file \(credentials.path) "
        if others.isEmpty {
            failure.message += "has no session."
            failure.hint = """
                Sign in with: larder sign-in. For the Larder of make run, run larder in its folder or below, where \
                .larder/client.json is, or give --gateway, --authority and --credentials.
                """
        } else {
            failure.message += "only has a session for \(others.joined(separator: " and "))."
            failure.hint =
                "Sign in with: larder sign-in, or name another gateway or file with --gateway or --credentials."
        }
        return failure
    }

    /// A failure that the command has already reported.
    static func reported(_ exit: ExitStatus) -> Failure {
        var failure = Failure(exit, "")
        failure.isReported = true
        return failure
    }

    private static func hint(for status: Status) -> String? {
        if status.isFromMissingGateway {
            return "Is it running? Specify another one with --gateway HOST:PORT and --authority PATH."
        }
        if status.fieldViolations.contains(where: { $0.field.hasSuffix("category_slug") }) {
            return "All categories: larder products categories"
        }
        return switch (status.code, status.reason) {
        case (.unauthenticated, .wrongCredentials): "Create an account with: larder register"
        case (.unauthenticated, _): "Sign in with: larder sign-in"
        case (.unimplemented, _): "The server may be older than this program."
        default: nil
        }
    }
}

extension Status {
    /// Whether no gateway was reached, as opposed to a gateway without a service.
    fileprivate var isFromMissingGateway: Bool { !isRemote && reason == .serviceUnreachable }
}

extension ExitStatus {
    /// The code in JSON of an outcome without a call.
    fileprivate var codeWithoutCall: String {
        switch self {
        case .ok: "OK"
        case .failed: "FAILED"
        case .usage: "USAGE"
        case .file: "FILE"
        case .configuration: "CONFIGURATION"
        case .cancelled: "CANCELLED"
        case .notFound: "NOT_FOUND"
        case .invalid: "INVALID_ARGUMENT"
        case .timeout: "DEADLINE_EXCEEDED"
        default: "INTERNAL"
        }
    }
}

// MARK: Reporting

extension Failure {
    /// Writes the failure to standard error.
    func report(_ output: Output) {
        guard !isReported else { return }
        output.error.line(output.isJSON ? json : text(output.error.paint))
    }

    /// Text for users: the message, the violations below, the suggested action.
    func text(_ paint: Paint) -> String {
        var lines = [paint("error: ", .red) + TerminalText.clean(headline)]
        lines += violations.map { "  - \(TerminalText.clean(Failure.sentence($0)))" }
        if let retryDelay { lines.append("Try again in \(DurationText.text(retryDelay)).") }
        if let hint { lines.append(hint) }
        return lines.joined(separator: "\n")
    }

    /// A violation with the field's name as users know it: `amount must not be negative.`
    private static func sentence(_ violation: Status.FieldViolation) -> String {
        let name = name(of: violation.field)
        guard violation.description.hasPrefix(violation.field + " ") else {
            return "\(name): \(violation.description)"
        }
        return "\(name)\(violation.description.dropFirst(violation.field.count))"
    }

    /// Fields whose names say nothing to users, by what users know.
    private static let names = ["accepted_terms_version": "--accept-terms"]

    /// A field's name as users know it: `unit price`, `receipt` for its id, `notification 2` for the second of several.
    private static func name(of field: String) -> String {
        // Nested value names add nothing to the field's name.
        let parts = field.split(separator: ".").filter { !["value", "thousandths"].contains($0) }
        var name = parts.last.map(String.init) ?? field
        if let known = names[name] { return known }
        var number = ""
        if name.hasSuffix("]"), let bracket = name.lastIndex(of: "["),
            let index = Int(name[name.index(after: bracket)...].dropLast())
        {
            name = String(name[..<bracket])
            if name.hasSuffix("s") { name.removeLast() }
            number = " \(index + 1)"
        }
        if name.hasSuffix("_id") { name.removeLast("_id".count) }
        return name.replacing("_", with: " ") + number
    }

    /// The headline; a message made of the violations would repeat them.
    private var headline: String {
        guard !violations.isEmpty, message == violations.map(\.description).joined(separator: " ") else {
            return message
        }
        return violations.count == 1 ? "One field is invalid:" : "\(violations.count) fields are invalid:"
    }

    private struct Document: Encodable {
        struct Content: Encodable {
            struct Violation: Encodable {
                var field: String
                var description: String
            }

            var code: String
            var message: String
            var reason: String
            var violations: [Violation]
            var retryAfterMilliseconds: Int64?
            var hint: String?
        }

        var error: Content
    }

    /// JSON for programs: one object on one line.
    var json: String {
        let content = Document.Content(
            code: code,
            message: message,
            reason: reason,
            violations: violations.map { .init(field: $0.field, description: $0.description) },
            retryAfterMilliseconds: retryDelay.map { Int64($0 / .milliseconds(1)) },
            hint: hint
        )
        return OutputDocument.line(of: Document(error: content))
    }
}
