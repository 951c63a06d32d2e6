/// Names in the generated Swift.
enum SwiftName {
    /// `purchased_at` → `purchasedAt`, `receipt_id` → `receiptID`, `RecordPurchase` → `recordPurchase`.
    static func member(_ name: String) -> String {
        let words = words(of: name)
        let rest = words.dropFirst().map(capitalized)
        return escaped(((words.first.map { $0.lowercased() } ?? "") + rest.joined()))
    }

    /// `part` → `Part`, `time_zone` → `TimeZone`.
    static func type(_ name: String) -> String {
        let name = words(of: name).map(capitalized).joined()
        return ["Type", "Protocol", "Self"].contains(name) ? "\(name)_" : name
    }

    /// The case of an enumeration's value without the prefix that it shares with the others.
    static func enumerationCase(_ value: String, in enumeration: ProtoEnumeration) -> String {
        let prefix = words(of: enumeration.name).joined(separator: "_").uppercased() + "_"
        let sharesPrefix = enumeration.values.allSatisfy { value in
            value.name.hasPrefix(prefix) && value.name.dropFirst(prefix.count).first?.isLetter == true
        }
        return member(String((sharesPrefix ? value.dropFirst(prefix.count) : value[...])).lowercased())
    }

    /// The namespace of a package: `larder.budget.v1` → `Budget`. `nil` when the package isn't `larder.<area>.v<N>`.
    static func namespace(ofPackage package: String) -> String? {
        guard let (area, version) = parts(ofPackage: package) else { return nil }
        // The module of the transport is called RPC.
        let name = area == "rpc" ? "RPCMessages" : capitalizedArea(area)
        return version == "v1" ? name : name + version.uppercased()
    }

    /// The folder of a package's generated files: `larder.ocr.v1` → `OCR`.
    static func folder(ofPackage package: String) -> String {
        guard let (area, version) = parts(ofPackage: package) else { return package }
        return capitalizedArea(area) + (version == "v1" ? "" : version.uppercased())
    }

    private static func capitalizedArea(_ area: String) -> String {
        ["ocr", "rpc"].contains(area) ? area.uppercased() : type(area)
    }

    private static func parts(ofPackage package: String) -> (area: String, version: String)? {
        let parts = package.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0] == "larder", !parts[1].isEmpty, parts[2].hasPrefix("v"),
            Int(parts[2].dropFirst()) != nil
        else { return nil }
        return (parts[1], parts[2])
    }

    /// The words of a snake_case or CamelCase name.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var previous: Character = "_"
        for character in name {
            if character == "_" || character.isUppercase && !previous.isUppercase && previous != "_" {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character != "_" { word.append(character) }
            previous = character
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func capitalized(_ word: String) -> String {
        switch word.lowercased() {
        case "id": "ID"
        case "ids": "IDs"
        default: word.prefix(1).uppercased() + word.dropFirst()
        }
    }

    /// A name in backticks if Swift would take it for a keyword.
    static func escaped(_ name: String) -> String {
        if special.contains(name) { return "\(name)_" }
        return keywords.contains(name) ? "`\(name)`" : name
    }

    /// Whether a member of this name needs backticks.
    static func isReserved(_ name: String) -> Bool {
        keywords.contains(name) || special.contains(name)
    }

    /// Names that mean something else behind a dot, so that backticks don't help where they are declared.
    private static let special: Set<String> = ["self", "init", "Type"]

    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if", "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
        "protocol", "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch",
        "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
}

/// Names in the C that protoc-c generates, by the rules of protoc-c 1.4.
enum CName {
    /// `.larder.budget.v1.Purchase` → `Larder__Budget__V1__Purchase`.
    static func structure(_ fullName: String) -> String {
        fullName.split(separator: ".").map { part in
            part.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        }.joined(separator: "__")
    }

    /// `.larder.budget.v1.PurchaseItem` → `larder__budget__v1__purchase_item`.
    static func function(_ fullName: String) -> String {
        fullName.split(separator: ".").map(snakeCase).joined(separator: "__")
    }

    /// The member of a structure that holds a field.
    static func member(_ field: String) -> String {
        let name = field.lowercased()
        return reserved.contains(name) ? "\(name)_" : SwiftName.isReserved(name) ? "`\(name)`" : name
    }

    private static func snakeCase(_ name: Substring) -> String {
        var result = ""
        var previousIsUpper = true
        for character in name {
            if character.isUppercase && !previousIsUpper { result += "_" }
            result += character.lowercased()
            previousIsUpper = character.isUppercase
        }
        return result
    }

    private static let reserved: Set<String> = [
        "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "class", "compl",
        "const", "const_cast", "continue", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
        "explicit", "extern", "false", "float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable",
        "namespace", "new", "not", "not_eq", "operator", "or", "or_eq", "private", "protected", "public", "register",
        "reinterpret_cast", "return", "short", "signed", "sizeof", "static", "static_cast", "struct", "switch",
        "template", "this", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
        "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
    ]
}
