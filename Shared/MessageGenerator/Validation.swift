/// Finds what Larder's messages and methods must not have.
///
/// Every fault is one line that names the file and the place.
struct Validation {
    private let messages: [String: ProtoMessage]
    private(set) var faults: [String] = []
    /// Above the default of servers, up to the largest message of a connection.
    private static let requestSizes: ClosedRange<UInt64> = 16_385...4_194_304

    /// - Parameters:
    ///   - files: the files to check.
    ///   - allFiles: these and everything they import.
    init(_ files: [ProtoFile], allFiles: [ProtoFile]) {
        messages = Dictionary(
            allFiles.flatMap(\.allMessages).map { ($0.fullName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        for file in files { check(file) }
        for (file, fault) in NameCheck(files).faults { report(file, fault) }
    }

    private mutating func check(_ file: ProtoFile) {
        if file.syntax != "proto3" {
            report(file, "is written in \(file.syntax); start it with: syntax = \"proto3\";")
        }
        if SwiftName.namespace(ofPackage: file.package) == nil {
            report(file, "has package \"\(file.package)\"; packages are named larder.<area>.v<N>.")
        }
        for proto in file.extensions + file.allMessages.flatMap(\.extensions) where !isAccess(proto, in: file) {
            report(file, "extension \(proto.name) is not supported; only larder.rpc.v1.access is.")
        }
        for message in file.allMessages where !message.isMapEntry { check(message, in: file) }
        for service in file.services {
            for method in service.methods { check(method, "method \(service.name).\(method.name)", in: file) }
        }
    }

    private func isAccess(_ proto: ProtoExtension, in file: ProtoFile) -> Bool {
        file.package == "larder.rpc.v1" && proto.name == "access" && proto.extendee == ".google.protobuf.MethodOptions"
            && proto.number == Int(AccessOption.fieldNumber)
    }

    private mutating func check(_ message: ProtoMessage, in file: ProtoFile) {
        let name = message.fullName.dropFirst(file.package.isEmpty ? 1 : file.package.count + 2)
        if let cycle = cycle(from: message.fullName) {
            let path = cycle.map { $0.split(separator: ".").last.map(String.init) ?? $0 }.joined(separator: " → ")
            report(file, "message \(name) contains itself (\(path)); recursive messages have no bounded depth.")
        }
        for field in message.fields {
            let place = "field \(name).\(field.name)"
            switch field.type {
            case .group:
                report(file, "\(place) is a group; use a message.")
            case .message(let type) where messages[type]?.isMapEntry == true:
                report(file, "\(place) is a map; use a repeated message with a key and a value.")
            default: break
            }
            if field.isProto3Optional {
                report(file, "\(place) is optional, which protoc-c refuses; use a message with one field.")
            }
        }
    }

    private mutating func check(_ method: ProtoMethod, _ place: String, in file: ProtoFile) {
        guard let access = method.access else {
            report(file, "\(place) has no access rule; add: option (larder.rpc.v1.access) = { caller: … };")
            return
        }
        if let bytes = access.maximumRequest, !Validation.requestSizes.contains(bytes) {
            report(file, "\(place) has max_request_bytes \(bytes); it may be 16385 to 4194304.")
        }
        let admitsUsers = access.caller == .user || access.caller == .userOrService
        if access.hasRequirements || access.changesClaims, !admitsUsers {
            report(file, "\(place) says something about users in its access rule, but does not admit them.")
        }
        if (access.roles + access.consents).contains("") {
            report(file, "\(place) has a role or consent without a name in its access rule.")
        }
        switch access.caller {
        case nil:
            report(file, "\(place) has an access rule with a caller that this generator doesn't know.")
        case .unspecified:
            report(file, "\(place) has an access rule without a caller; say who may call it.")
        case .service where access.services.isEmpty:
            report(file, "\(place) has caller CALLER_SERVICE but names no services.")
        case .userOrService where access.services.isEmpty:
            report(file, "\(place) has caller CALLER_USER_OR_SERVICE but names no services.")
        case .service where access.services.contains(""), .userOrService where access.services.contains(""):
            report(file, "\(place) names a service without a name in its access rule.")
        case .anyone where !access.services.isEmpty, .user where !access.services.isEmpty:
            report(file, "\(place) names services, which only callers CALLER_SERVICE and CALLER_USER_OR_SERVICE may.")
        default: break
        }
    }

    /// The shortest way from a message back to itself, or `nil`.
    private func cycle(from start: String) -> [String]? {
        var paths: [[String]] = [[start]]
        var visited: Set<String> = []
        while !paths.isEmpty {
            let path = paths.removeFirst()
            for field in messages[path[path.count - 1]]?.fields ?? [] {
                guard case .message(let type) = field.type else { continue }
                if type == start { return path + [type] }
                if visited.insert(type).inserted { paths.append(path + [type]) }
            }
        }
        return nil
    }

    private mutating func report(_ file: ProtoFile, _ fault: String) {
        faults.append("\(file.name): \(fault)")
    }
}
