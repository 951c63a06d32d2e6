import ArgumentParser
import LarderClient

/// The exit status, distinct for each outcome. Numbers below 80 follow sysexits.h.
enum ExitStatus: Int32, CaseIterable {
    case ok = 0
    case failed = 1
    case usage = 64
    case invalid = 65
    case notFound = 66
    case unavailable = 69
    case internalError = 70
    case conflict = 73
    case file = 74
    case limited = 75
    case unimplemented = 76
    case unauthenticated = 77
    case configuration = 78
    case forbidden = 79
    case timeout = 80
    case cancelled = 130

    /// The exit status of a call's status.
    init(_ code: StatusCode) {
        switch code {
        case .ok: self = .ok
        case .cancelled: self = .cancelled
        case .unknown, .internalError, .dataLoss: self = .internalError
        case .invalidArgument, .outOfRange: self = .invalid
        case .deadlineExceeded: self = .timeout
        case .notFound: self = .notFound
        case .alreadyExists, .aborted, .failedPrecondition: self = .conflict
        case .permissionDenied: self = .forbidden
        case .resourceExhausted: self = .limited
        case .unimplemented: self = .unimplemented
        case .unavailable: self = .unavailable
        case .unauthenticated: self = .unauthenticated
        }
    }

    /// The meaning, for the table in the help.
    var meaning: LocalizedText {
        switch self {
        case .ok: .cli.exitOk
        case .failed: .cli.exitFailed
        case .usage: .cli.exitUsage
        case .invalid: .cli.exitInvalid
        case .notFound: .cli.exitNotFound
        case .unavailable: .cli.exitUnavailable
        case .internalError: .cli.exitInternalError
        case .conflict: .cli.exitConflict
        case .file: .cli.exitFile
        case .limited:
            .cli.exitLimited
        case .unimplemented: .cli.exitUnimplemented
        case .unauthenticated: .cli.exitUnauthenticated
        case .configuration: .cli.exitConfiguration
        case .forbidden: .cli.exitForbidden
        case .timeout: .cli.exitTimeout
        case .cancelled: .cli.exitCancelled
        }
    }

    /// The table of all exit statuses, one a line.
    static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return String(repeating: " ", count: 4 - number.count) + number + "  " + status.meaning.shown
        }.joined(separator: "\n")
    }
}

/// Prints the exit statuses.
struct ExitCodesCommand: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "exit-codes",
            abstract: .cli.exitAbstract,
            discussion: .verbatim(ExitStatus.table)
        )
    }

    @OptionGroup(title: .cli.globalTitle) var global: GlobalOptions

    func run() {
        let output = Output(isJSON: global.json)
        output.out.line(output.isJSON ? OutputDocument.line(of: Document()) : ExitStatus.table)
    }

    private struct Document: Encodable {
        struct Entry: Encodable {
            var status: Int32
            var meaning: String
        }

        var exitStatuses = ExitStatus.allCases.map { Entry(status: $0.rawValue, meaning: $0.meaning.shown) }
    }
}
