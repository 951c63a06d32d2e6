package import Foundation

/// A service of the platform, as `services.json` describes it.
///
/// The launcher, the certificates, the Makefile and the configuration of every program take their lists from that file.
/// Services are listed in the order in which they are started, after the gateway.
package struct PlatformService: Sendable, Hashable, Decodable {
    /// Its name: of its certificate, its schema, its log and its key below `peers`.
    package let name: String
    /// The program that it runs as.
    package let executable: String
    /// How far its port is above the gateway's; from 0.
    package let portOffset: Int
    /// Folders beside the source that its program reads.
    package let resources: [String]
    /// Whether it has a schema in the database, with roles of its own.
    package let hasSchema: Bool
    /// Whether it holds the key that wraps all other keys.
    package let needsMasterKey: Bool
    /// Further programs, which it starts itself.
    package let workers: [String]

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case name, executable, portOffset, resources, hasSchema, needsMasterKey, workers
    }

    /// Decodes an entry; a flag or list that is left out is false or empty.
    /// - Throws: `DecodingError`, also for a key that does not exist.
    package init(from decoder: any Decoder) throws {
        let known = Set(CodingKeys.allCases.map(\.stringValue))
        for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "There is no key \(key.stringValue).")
            )
        }
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        executable = try values.decode(String.self, forKey: .executable)
        portOffset = try values.decode(Int.self, forKey: .portOffset)
        resources = try values.decodeIfPresent([String].self, forKey: .resources) ?? []
        hasSchema = try values.decodeIfPresent(Bool.self, forKey: .hasSchema) ?? false
        needsMasterKey = try values.decodeIfPresent(Bool.self, forKey: .needsMasterKey) ?? false
        workers = try values.decodeIfPresent([String].self, forKey: .workers) ?? []
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension PlatformService {
    /// Decodes the services of a manifest.
    /// - Throws: `DecodingError`.
    package static func services(in manifest: Data) throws -> [PlatformService] {
        struct Manifest: Decodable { let services: [PlatformService] }
        return try JSONDecoder().decode(Manifest.self, from: manifest).services
    }

    /// All services, the gateway first.
    package static let all: [PlatformService] = {
        do {
            return try services(in: Data(PackageResources.services_json))
        } catch {
            preconditionFailure("services.json is not a manifest of services: \(error)")
        }
    }()

    /// The services behind the gateway, which other programs call.
    package static let backends = all.filter { $0.name != "gateway" }

    /// The service of a name.
    package static func named(_ name: String) -> PlatformService? { all.first { $0.name == name } }
}
