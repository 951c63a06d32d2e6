import ArgumentParser
import LarderClient
import MessageCoding

/// Metadata as typed: `name:value`, with base64 for names that end in `-bin`.
struct HeaderArgument: Equatable, Sendable {
    let name: String
    let value: Metadata.Value

    /// Parses typed metadata.
    /// - Throws: `ValidationError` with the problem.
    init(_ typed: String) throws {
        guard let colon = typed.firstIndex(of: ":") else {
            throw ValidationError(.cli.rpcHeaderColon(header: typed))
        }
        name = typed[..<colon].trimmingSpaces.lowercased()
        let text = typed[typed.index(after: colon)...].trimmingSpaces
        guard Metadata.isValid(name: name) else {
            throw ValidationError(.cli.rpcHeaderName(header: name))
        }
        if name.hasSuffix("-bin") {
            guard let bytes = Base64Text.decode(text) else {
                throw ValidationError(.cli.rpcHeaderBase64(header: name, suffix: "-bin"))
            }
            value = .binary(bytes)
        } else {
            guard Metadata.isValid(text: text) else {
                throw ValidationError(.cli.rpcHeaderControls(header: name, suffix: "-bin"))
            }
            value = .text(text)
        }
    }

    /// The headers as metadata.
    static func metadata(_ headers: [HeaderArgument]) -> Metadata {
        var metadata = Metadata()
        for header in headers {
            switch header.value {
            case .text(let text): metadata.add(header.name, text)
            case .binary(let bytes): metadata.add(header.name, bytes)
            }
        }
        return metadata
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// A size from 1 byte to 64 MiB: bytes, or with the unit KiB, MiB, kB or MB.
struct ByteSize: ExpressibleByArgument, Sendable, Equatable {
    let bytes: Int

    private static let units = [("KiB", 1 << 10), ("MiB", 1 << 20), ("kB", 1_000), ("MB", 1_000_000), ("", 1)]
    /// The maximum size of messages anywhere in Larder.
    static let largest = MessageLimits.largestBudget

    init(bytes: Int) { self.bytes = bytes }

    var defaultValueDescription: String { bytes % (1 << 20) == 0 ? "\(bytes >> 20)MiB" : "\(bytes)" }

    init?(argument: String) {
        for (unit, factor) in ByteSize.units where argument.hasSuffix(unit) {
            guard let number = Int(argument.dropLast(unit.count)) else { continue }
            let (bytes, overflow) = number.multipliedReportingOverflow(by: factor)
            guard !overflow, (1...ByteSize.largest).contains(bytes) else { return nil }
            self.bytes = bytes
            return
        }
        return nil
    }
}

/// The source of the request.
enum RequestSource: Equatable, Sendable {
    case text(String)
    case file(String)
    case standardInput

    /// Parses an argument.
    /// - Parameter typed: `-` or `@-` for standard input, `@path` for a file, JSON otherwise.
    init(_ typed: String) {
        switch typed {
        case "-", "@-": self = .standardInput
        case let typed where typed.hasPrefix("@"): self = .file(String(typed.dropFirst()))
        default: self = .text(typed)
        }
    }
}
