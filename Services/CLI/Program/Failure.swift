import Foundation
import LarderClient
import TLS
import Texts

/// The reason why a command failed, for users and programs.
struct Failure: Error {
    var exit: ExitStatus
    /// The name of the outcome, such as NOT_FOUND.
    var code: String
    /// What happened, in the user's language.
    var text: LocalizedText
    var reason = ""
    var violations: [Status.FieldViolation] = []
    var retryDelay: Duration?
    /// A suggested action.
    var hint: LocalizedText?
    /// Whether it has already been reported.
    var isReported = false

    /// What happened, in the language of this run.
    var message: String { text.shown }

    init(_ exit: ExitStatus, _ text: LocalizedText, reason: String = "", hint: LocalizedText? = nil) {
        self.exit = exit
        code = exit.codeWithoutCall
        self.text = text
        self.reason = reason
        self.hint = hint
    }

    /// A failure that only developers and operators meet; it is English in all languages.
    init(_ exit: ExitStatus, _ message: String, reason: String = "", hint: String? = nil) {
        self.init(exit, .verbatim(message), reason: reason, hint: hint.map { .verbatim($0) })
    }

    init(_ status: Status) {
        exit = ExitStatus(status.code)
        code = status.code.name
        text = status.text
        reason = status.reason.rawValue
        violations = status.fieldViolations
        retryDelay = status.retryDelay
        hint = Failure.hint(for: status)
    }

    /// Runs `body`, and adds a hint to its failure where it finds nothing.
    static func hinting<Result>(
        _ hint: LocalizedText,
        whenNotFound body: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await body()
        } catch let status as Status where status.code == .notFound {
            var failure = Failure(status)
            failure.hint = hint
            throw failure
        }
    }

    /// The failure for any error of a command.
    init(_ error: any Error, connectionFailure: String?, gateway: Endpoint) {
        switch error {
        case let failure as Failure: self = failure
        case let status as Status:
            self.init(status)
            if status.isFromMissingGateway {
                text = Failure.missing(gateway, because: connectionFailure)
                if connectionFailure.map(Failure.isFromUntrustedAuthority) ?? false { exit = .configuration }
            }
        case let error as LocalFileError: self.init(.file, error.text)
        case let problem as DecimalNumber.Problem: self.init(.usage, problem.text)
        case is CancellationError: self.init(.cancelled, .cli.failureCancelled)
        default: self.init(.internalError, "\(error)")
        }
    }

    private static func missing(_ gateway: Endpoint, because reason: String?) -> LocalizedText {
        guard let reason else { return .cli.failureNoGateway(gateway: gateway.description) }
        return .cli.failureNoGatewayBecause(
            gateway: gateway.description,
            cause: ConnectionFailureText.text(of: reason)
        )
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
        if others.isEmpty {
            failure.text = .cli.failureNoSession(gateway: gateway.description, file: credentials.path)
            failure.hint = .cli.failureNoSessionHint(
                command: "larder sign-in",
                make: "make run",
                program: "larder",
                file: ".larder/client.json"
            )
        } else {
            failure.text = .cli.failureOtherSession(
                gateway: gateway.description,
                file: credentials.path,
                others: others.joined(separator: " \(LocalizedText.cli.failureAnd.shown) ")
            )
            failure.hint = .cli.failureOtherSessionHint(command: "larder sign-in")
        }
        return failure
    }

    /// A failure that the command has already reported.
    static func reported(_ exit: ExitStatus) -> Failure {
        var failure = Failure(exit, .verbatim(""))
        failure.isReported = true
        return failure
    }

    private static func hint(for status: Status) -> LocalizedText? {
        if status.isFromMissingGateway {
            return .cli.failureIsItRunning
        }
        if status.fieldViolations.contains(where: { $0.field.contains(/categor(y|y_slug|ies\[\d+\])$/) }) {
            return .cli.failureAllCategories(command: CategoryList.command)
        }
        return switch (status.code, status.reason) {
        case (.unauthenticated, .wrongCredentials): .cli.failureCreateAccount(command: "larder register")
        case (_, "EMAIL_UNVERIFIED"): .cli.failureVerify(command: "larder verify", other: "larder verify --resend NAME")
        case (.unauthenticated, _): .cli.failureSignIn(command: "larder sign-in")
        case (.permissionDenied, .callerNotAllowed):
            .cli.failureRoleNeeded(
                grant: "larder operator grant NAME \(RoleName.operator.rawValue)",
                auth: "larder-auth administrator NAME",
                make: "make run",
                local: "larder-local --administrator NAME"
            )
        case (.permissionDenied, .termsNotAccepted):
            .cli.failureAcceptTerms(show: "larder terms", accept: "larder terms --accept")
        case (.permissionDenied, .consentRequired):
            status.entries["consent"].map { consent in
                .cli.failureGiveConsent(command: "larder consents give \(consent.replacing("_", with: "-"))")
            }
        case (.unimplemented, _): .cli.failureOlderServer
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
        let heading = paint(LocalizedText.cli.failureHeading.shown + " ", .red)
        var lines = [heading + TerminalText.clean(headline)]
        lines += violations.map { "  - \(TerminalText.clean(FieldName.sentence($0)))" }
        if let retryDelay {
            lines.append(LocalizedText.cli.failureRetryAfter(delay: DurationText.text(retryDelay)).shown)
        }
        if let hint { lines.append(hint.shown) }
        return lines.joined(separator: "\n")
    }

    /// The headline; a message made of the violations would repeat them.
    private var headline: String {
        guard !violations.isEmpty, message == violations.map(\.text.shown).joined(separator: " ") else {
            return violations.isEmpty ? message : FieldName.naming(message)
        }
        return violations.count == 1
            ? LocalizedText.cli.failureOneField.shown : LocalizedText.cli.failureFields(number: violations.count).shown
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
            violations: violations.map { .init(field: $0.field, description: $0.text.shown) },
            retryAfterMilliseconds: retryDelay.map { Int64($0 / .milliseconds(1)) },
            hint: hint?.shown
        )
        return OutputDocument.line(of: Document(error: content))
    }
}
