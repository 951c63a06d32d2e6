import ArgumentParser
import LarderClient

/// What the program ends with, so that scripts can tell outcomes apart. Numbers below 80 follow sysexits.h where it has
/// a fitting one.
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

    /// What a call ended with.
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

    /// For the table in the help.
    var meaning: String {
        switch self {
        case .ok: "It worked."
        case .failed: "A service is not healthy, or a receipt could not be read."
        case .usage: "The command line makes no sense; nothing was sent."
        case .invalid: "Something that was sent is wrong; every wrong field is named."
        case .notFound: "There is no such thing, or it isn't yours."
        case .unavailable: "The server or one of its services cannot be reached; try again later."
        case .internalError: "Something went wrong on the server's side."
        case .conflict: "It clashes with what is there: taken, or changed meanwhile."
        case .file: "A file on this machine can't be read or written."
        case .limited: "Too much or too often; the message says when to try again."
        case .unimplemented: "The server doesn't know this call; it may be older than this program."
        case .unauthenticated: "Nobody is signed in, or the password is wrong."
        case .configuration: "The configuration or the authority's certificates are wrong."
        case .forbidden: "You may not do this."
        case .timeout: "It took longer than you wanted to wait."
        case .cancelled: "It was cancelled, as by Ctrl-C."
        }
    }

    /// All of them, one a line.
    static var table: String {
        allCases.map { status in
            let number = String(status.rawValue)
            return String(repeating: " ", count: 4 - number.count) + number + "  " + status.meaning
        }.joined(separator: "\n")
    }
}

/// Prints what the program may end with.
struct ExitCodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "exit-codes",
        abstract: "What the program ends with, for scripts.",
        discussion: ExitStatus.table
    )

    func run() { Output(isJSON: false).out.line(ExitStatus.table) }
}
