import Foundation
import Testing

@Suite("The compiler plugin", .enabled(if: Compiler.isInstalled, "protoc is not installed"), .timeLimit(.minutes(5)))
struct PluginTests {
    private static let head = "syntax = \"proto3\";\npackage larder.trial.v1;\n"

    private func faults(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status != 0)
        #expect(result.files.isEmpty, "nothing is generated when anything is refused")
        return result.faults
    }

    private func values(_ text: String) throws -> String {
        let result = try Compiler.run(Self.head + text)
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files.first { $0.key.hasSuffix("trial.pb.swift") }?.value)
    }

    @Test(
        "rejects input that no compiler sends, and says who starts it",
        arguments: [[0xFF], [0x0A], [0x0A, 0x05, 0x61], Array("not protobuf".utf8)] as [[UInt8]]
    )
    func garbage(input: [UInt8]) throws {
        let result = try Compiler.runPlugin(Data(input))
        #expect(result.status == 1)
        #expect(
            result.faults
                == "protoc-gen-larder: standard input is not a CodeGeneratorRequest; protoc starts this program.\n"
        )
    }

    @Test("answers a request for no files with the lists of nothing")
    func noFiles() throws {
        let result = try Compiler.runPlugin(Data())
        #expect(result.status == 0 && result.faults.isEmpty)
    }

    @Test(
        "finds a message in itself by the shortest way, through other messages and lists",
        arguments: [
            ("message A { A a = 1; }", "message A contains itself (A → A)"),
            (
                "message A { B b = 1; C c = 2; } message B { C c = 1; } message C { repeated A a = 1; }",
                "message A contains itself (A → C → A)"
            ),
            ("message A { message B { A a = 1; } B b = 1; }", "message A.B contains itself (B → A → B)"),
            ("message A { oneof choice { B b = 1; } } message B { A a = 1; }", "message B contains itself (B → A → B)"),
        ]
    )
    func recursion(text: String, fault: String) throws {
        let faults = try faults(text)
        #expect(
            faults.contains("larder/trial/v1/trial.proto: \(fault); recursive messages have no bounded depth."),
            "\(faults)"
        )
    }

    @Test("takes a message that is used in many places")
    func diamond() throws {
        let text = try values(
            "message A {} message B { A one = 1; A two = 2; repeated A all = 3; } message C { B b = 1; A a = 2; }"
        )
        #expect(text.contains("public var all: [Trial.A] = []"))
    }

    @Test(
        "rejects what protoc-c or Larder can't hold, in nested messages too",
        arguments: [
            (
                "message A { message B { map<int32, string> m = 1; } }",
                "field A.B.m is a map; use a repeated message with a key and a value."
            ),
            (
                "message A { optional int32 n = 1; }",
                "field A.n is optional, which protoc-c refuses; use a message with one field."
            ),
            (
                "import \"google/protobuf/descriptor.proto\"; message A { extend google.protobuf.FieldOptions { bool s = 50000; } }",
                "extension s is not supported; only larder.rpc.v1.access is."
            ),
        ]
    )
    func unsupported(text: String, fault: String) throws {
        let faults = try faults(text)
        #expect(faults.contains("larder/trial/v1/trial.proto: \(fault)"), "\(faults)")
    }

    @Test(
        "rejects packages that are not an area of Larder with a version",
        arguments: ["trial", "larder.trial", "larder.trial.one", "larder.trial.v1.more", "other.trial.v1"]
    )
    func packages(package: String) throws {
        let result = try Compiler.run("syntax = \"proto3\";\npackage \(package);\nmessage A {}\n")
        #expect(result.status != 0)
        #expect(result.faults.contains("has package \"\(package)\"; packages are named larder.<area>.v<N>."))
    }

    @Test("names every fault of every method, one a line")
    func allFaults() throws {
        let faults = try faults(
            """
            import "larder/rpc/v1/access.proto";
            message A { optional int32 n = 1; map<int32, int32> m = 2; }
            service S {
              rpc One(A) returns (A);
              rpc Two(A) returns (A) { option (larder.rpc.v1.access) = { caller: CALLER_SERVICE }; }
              rpc Three(A) returns (A) { option (larder.rpc.v1.access) = { caller: CALLER_USER_OR_SERVICE }; }
              rpc Four(A) returns (A) { option (larder.rpc.v1.access) = { caller: CALLER_USER_OR_SERVICE, services: [""] }; }
            }
            """
        )
        for fault in [
            "field A.n is optional", "field A.m is a map", "method S.One has no access rule",
            "method S.Two has caller CALLER_SERVICE but names no services.",
            "method S.Three has caller CALLER_USER_OR_SERVICE but names no services.",
            "method S.Four names a service without a name in its access rule.",
        ] {
            let lines = faults.split(separator: "\n").filter { $0.contains(fault) }
            #expect(lines.count == 1, "\(fault) in \(faults)")
        }
    }

    @Test("gives comments of all kinds to what they stand at, and leaves out those that stand alone")
    func comments() throws {
        let text = try values(
            """
            // Stands alone.

            // Of the message.
            //   Indented.
            message A {
              // Of the field.
              int32 a = 1; // Behind the field.
              /* A block
               * of two lines. */
              int32 b = 2;
              int32 c = 3;
            }

            // Of the enumeration.
            enum E {
              // Of the value.
              E_NONE = 0;
            }
            """
        )
        for part in [
            "    /// Of the message.\n    ///   Indented.\n    public struct A: Message {",
            "        /// Of the field.\n        /// Behind the field.\n        public var a: Int32 = 0",
            "        /// A block\n        /// of two lines.\n        public var b: Int32 = 0\n        public var c: Int32 = 0",
            "    /// Of the enumeration.\n    public enum E: MessageEnumeration {\n        /// Of the value.\n        case none",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
        #expect(!text.contains("Stands alone"))
    }

    @Test("refers to messages of other packages by their namespaces")
    func imports() throws {
        let text = try values(
            "import \"larder/common/v1/values.proto\"; message A { larder.common.v1.Money price = 1; }"
        )
        #expect(text.contains("public var price: Common.Money? = nil"))
        #expect(text.contains("assumingMemoryBound(to: Larder__Common__V1__Money.self)"))
        #expect(!text.contains("public struct Money"), "what is imported is not generated again")
    }

    @Test("gives the first value of an enumeration that is 0 as its default, whatever stands first in the file")
    func zeroValues() throws {
        let text = try values(
            "enum E { option allow_alias = true; E_ZERO = 0; E_ALSO_ZERO = 0; E_LOW = -1; } message A { E e = 1; }"
        )
        #expect(text.contains("public var e: Trial.E = .zero"))
        #expect(text.contains("public static let allCases: [Self] = [.zero, .low]"))
    }

    @Test("gives the same bytes for the same files, and Swift that ends with a line end")
    func deterministic() throws {
        let text = Self.head + "message A { int32 a = 1; } message B { A a = 1; } enum E { E_NONE = 0; }"
        let (first, second) = (try Compiler.run(text), try Compiler.run(text))
        #expect(first.files == second.files && !first.files.isEmpty)
        for (name, content) in first.files {
            #expect(content.hasSuffix(name.hasSuffix(".h") ? "\"\n" : "}\n"), "\(name)")
            #expect(!content.contains("\t") && !content.contains(" \n"), "\(name)")
            #expect(content.hasPrefix("// Generated from "), "\(name)")
        }
    }
}
