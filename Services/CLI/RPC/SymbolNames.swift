import LarderClient
import MessageCoding
import Texts

/// Finds services, methods and types by typed names.
struct SymbolNames {
    enum Outcome: Equatable {
        case found(String)
        /// Several names end in the typed text.
        case ambiguous([String])
        /// No name ends in the typed text; these are similar.
        case unknown(nearest: [String])
    }

    private let names: [String]

    init(_ names: some Sequence<String>) { self.names = Array(Set(names)).sorted() }

    /// Finds a full name, or a suffix that follows a dot or slash, regardless of case. Methods may have a dot before
    /// them.
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

    /// The similar names, compared by as many trailing components as were typed.
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
    /// The failure for an ambiguous name.
    static func ambiguous(_ typed: String, _ names: [String]) -> Failure {
        Failure(
            .usage,
            .cli.rpcAmbiguous(symbol: typed, names: names.joined(separator: ", ")),
            reason: "AMBIGUOUS_SYMBOL",
            hint: .cli.rpcAmbiguousHint
        )
    }

    /// The failure for an unknown name.
    /// - Parameter sentence: what it says about the name and the server.
    static func unknownSymbol(
        _ sentence: (_ symbol: String, _ server: String) -> LocalizedText,
        _ typed: String,
        nearest: [String],
        server: String
    ) -> Failure {
        Failure(
            .notFound,
            sentence(typed, server),
            reason: "UNKNOWN_SYMBOL",
            hint: nearest.isEmpty
                ? .cli.rpcListHint(command: "larder rpc list")
                : .cli.rpcDidYouMean(names: nearest.joined(separator: ", "))
        )
    }
}
