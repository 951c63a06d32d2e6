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
    var meaning: String {
        switch self {
        case .ok: "It worked."
        case .failed: "A service is not healthy, or a receipt could not be read."
        case .usage: "The command line is invalid; nothing was sent."
        case .invalid: "The request is invalid; every invalid field is named."
        case .notFound: "It does not exist, or is not yours."
        case .unavailable: "The server or one of its services cannot be reached; try again later."
        case .internalError: "The server failed."
        case .conflict: "It is not possible in the present state: taken, changed meanwhile, or not served there."
        case .file: "A file on this machine can't be read or written."
        case .limited:
            "A limit is reached: too many requests, when the message says when to try again, or a message too large."
        case .unimplemented: "The server does not know this method; it may be older than this program."
        case .unauthenticated: "You are not signed in, or the password is wrong."
        case .configuration: "The configuration or the authority's certificates are wrong."
        case .forbidden: "You are not permitted to do this."
        case .timeout: "The time limit passed."
        case .cancelled: "It was cancelled, for example by Ctrl-C."
        }
    }

    /// The table of all exit statuses, one a line.
    static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return String(repeating: " ", count: 4 - number.count) + number + "  " + status.meaning
        }.joined(separator: "\n")
    }
}

/// Prints the exit statuses.
struct ExitCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exit-codes",
        abstract: "Exit statuses, for scripts.",
        discussion: ExitStatus.table
    )

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() {
        let output = Output(isJSON: global.json)
        output.out.line(output.isJSON ? OutputDocument.line(of: Document()) : ExitStatus.table)
    }

    private struct Document: Encodable {
        struct Entry: Encodable {
            var status: Int32
            var meaning: String
        }

        var exitStatuses = ExitStatus.allCases.map { Entry(status: $0.rawValue, meaning: $0.meaning) }
    }
}
