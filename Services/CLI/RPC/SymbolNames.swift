import LarderClient
import MessageCoding

/// Finds services, methods and types by what people type for them.
struct SymbolNames {
    enum Outcome: Equatable {
        case found(String)
        /// More than one ends in what was typed.
        case ambiguous([String])
        /// None does; these are like it.
        case unknown(nearest: [String])
    }

    private let names: [String]

    init(_ names: some Sequence<String>) { self.names = Array(Set(names)).sorted() }

    /// A full name, or the end of one from a dot or slash on, in capitals or not. Methods may have a dot before them.
    func find(_ typed: String) -> Outcome {
        let wanted = SymbolNames.comparable(typed)
        let exact = names.filter { SymbolNames.comparable($0) == wanted }
        if let name = exact.first { return .found(name) }
        let endings = names.filter { SymbolNames.comparable($0).hasSuffix(".\(wanted)") }
        switch endings.count {
        case 0: return .unknown(nearest: nearest(to: wanted))
        case 1: return .found(endings[0])
        default: return .ambiguous(endings)
        }
    }

    private static func comparable(_ name: String) -> String {
        name.lowercased().replacing("/", with: ".").trimmingPrefix(".").description
    }

    /// Compared with as many last parts of each name as were typed.
    private func nearest(to wanted: String) -> [String] {
        let parts = wanted.split(separator: ".").count
        var byEnding: [String: String] = [:]
        for name in names {
            let ending = SymbolNames.comparable(name).split(separator: ".").suffix(max(parts, 1)).joined(separator: ".")
            byEnding[ending] = byEnding[ending] ?? name
        }
        return NearestNames.of(wanted, among: byEnding.keys).compactMap { byEnding[$0] }
    }
}

extension Failure {
    /// What was typed means more than one thing.
    static func ambiguous(_ typed: String, _ names: [String]) -> Failure {
        Failure(
            .usage,
            "\"\(typed)\" may be any of \(names.joined(separator: ", ")).",
            reason: "AMBIGUOUS_SYMBOL",
            hint: "Give more of the name."
        )
    }

    /// What was typed means nothing.
    /// - Parameter what: Such as "method".
    static func unknownSymbol(_ what: String, _ typed: String, nearest: [String], server: String) -> Failure {
        Failure(
            .notFound,
            "There is no \(what) \"\(typed)\", neither in this program nor, as far as you may see it, at \(server).",
            reason: "UNKNOWN_SYMBOL",
            hint: nearest.isEmpty
                ? "All methods are listed by: larder rpc list"
                : "Do you mean \(nearest.joined(separator: ", or "))?"
        )
    }
}
