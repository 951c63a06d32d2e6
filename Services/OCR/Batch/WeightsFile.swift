import Foundation
import ReceiptUnderstanding

/// A file with weights, in the form of weights.json.
enum WeightsFile {
    /// Any JSON value; only the keys around it count.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The weights in a file that names all of them and nothing else.
    ///
    /// A key that is missing would count nothing, and a misspelled one would be ignored.
    static func read(_ path: String) throws(BatchFailure) -> Weights {
        let content = try NamedFile.read(path)
        do {
            try checkKeys(of: content)
            return try JSONDecoder().decode(Weights.self, from: content)
        } catch let error as DecodingError {
            throw BatchFailure("\(path) does not hold weights: \(error.sentence)")
        } catch {
            throw BatchFailure("\(path) does not hold weights: \(error)")
        }
    }

    private static func checkKeys(of content: Data) throws {
        let expected = try sections(in: JSONEncoder().encode(Weights.fitted))
        let decoder = JSONDecoder()
        try check(decoder.decode([String: Anything].self, from: content).keys, expected.keys, "section")
        let found = try sections(in: content)
        for (section, keys) in expected.sorted(by: { $0.key < $1.key }) {
            try check(found[section] ?? [], keys, "section \(section): key")
        }
    }

    /// The keys of each section.
    private static func sections(in content: Data) throws -> [String: Set<String>] {
        try JSONDecoder().decode([String: [String: Anything]].self, from: content).mapValues { Set($0.keys) }
    }

    private static func check(_ found: some Sequence<String>, _ expected: some Sequence<String>, _ what: String) throws
    {
        if let missing = Set(expected).subtracting(found).min() { throw BatchFailure("\(what) \(missing) is missing.") }
        if let other = Set(found).subtracting(expected).min() { throw BatchFailure("\(what) \(other) is unknown.") }
    }
}
