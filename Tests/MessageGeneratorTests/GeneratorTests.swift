import Foundation
import Testing

@Suite(.enabled(if: Compiler.isInstalled, "protoc is not installed"), .timeLimit(.minutes(5)))
struct GeneratorTests {
    private let head = """
        syntax = "proto3";
        package larder.trial.v1;
        import "larder/rpc/v1/access.proto";

        """

    private func method(_ options: String) -> String {
        """
        message Ask {}
        message Answer {}
        service Trials {
          rpc Try(Ask) returns (Answer) { \(options) }
        }
        """
    }

    @Test(arguments: [
        ("", "has no access rule"),
        ("option (larder.rpc.v1.access) = {};", "without a caller"),
        ("option (larder.rpc.v1.access) = { caller: CALLER_UNSPECIFIED };", "without a caller"),
        ("option (larder.rpc.v1.access) = { caller: CALLER_SERVICE };", "names no services"),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_USER, max_request_bytes: 16384 };",
            "it may be 16385 to 4194304"
        ),
        ("option (larder.rpc.v1.access) = { caller: CALLER_USER, max_request_bytes: 4194305 };", "it may be 16385"),
        ("option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: [\"\"] };", "without a name"),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_USER, services: [\"ocr\"] };",
            "which only callers CALLER_SERVICE and"
        ),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_ANYONE, roles: [\"operator\"] };",
            "says something about users in its access rule"
        ),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: [\"ocr\"], changes_claims: true };",
            "says something about users in its access rule"
        ),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_USER, consents: [\"\"] };",
            "a role or consent without a name"
        ),
        (
            "option (larder.rpc.v1.access) = { caller: CALLER_ANYONE, services: [\"ocr\"] };",
            "which only callers CALLER_SERVICE and"
        ),
    ])
    func aMethodWithAWrongAccessRuleIsRefused(options: String, reason: String) throws {
        let result = try Compiler.run(head + method(options))
        #expect(result.status != 0)
        #expect(result.faults.contains("larder/trial/v1/trial.proto: method Trials.Try"))
        #expect(result.faults.contains(reason), "\(result.faults)")
    }

    @Test(arguments: [
        ("message A { B b = 1; } message B { A a = 1; }", "message A contains itself (A → B → A)"),
        ("message A { repeated A children = 1; }", "message A contains itself (A → A)"),
        ("message A { map<string, int32> counts = 1; }", "field A.counts is a map"),
        ("message A { optional string name = 1; }", "field A.name is optional"),
        ("message A { message B { optional string name = 1; } }", "field A.B.name is optional"),
        (
            "import \"google/protobuf/descriptor.proto\"; extend google.protobuf.FieldOptions { bool secret = 50000; }",
            "extension secret is not supported"
        ),
    ])
    func whatLarderDoesNotUseIsRefused(text: String, reason: String) throws {
        let result = try Compiler.run(head + text)
        #expect(result.status != 0)
        #expect(result.faults.contains(reason), "\(result.faults)")
    }

    @Test func proto2AndGroupsAreRefused() throws {
        let result = try Compiler.run(
            """
            syntax = "proto2";
            package larder.trial.v1;
            message A { optional group Part = 1 { optional int32 number = 2; } }
            """
        )
        #expect(result.status != 0)
        #expect(result.faults.contains("is written in proto2"))
        #expect(result.faults.contains("field A.part is a group"))
    }

    @Test func aPackageOutsideOfLarderIsRefused() throws {
        let result = try Compiler.run("syntax = \"proto3\";\npackage trial;\nmessage A {}\n")
        #expect(result.status != 0)
        #expect(result.faults.contains("larder.<area>.v<N>"))
    }

    @Test func everyFaultIsNamedAtOnce() throws {
        let text = "message A { optional string name = 1; map<string, int32> counts = 2; }\n"
        let faults = try Compiler.run(head + text + method("")).faults
        #expect(faults.contains("A.name"))
        #expect(faults.contains("A.counts"))
        #expect(faults.contains("Trials.Try"))
    }

    @Test func aServiceBecomesDescriptorsAProviderAndAClient() throws {
        let options = """
            option idempotency_level = IDEMPOTENT;
            option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: ["ocr", "budget"], max_request_bytes: 20000 };
            """
        let result = try Compiler.run(head + method(options))
        #expect(result.status == 0, "\(result.faults)")
        let stubs = try #require(result.files["Trial/Stubs/trial.rpc.swift"])
        for part in [
            "service: \"larder.trial.v1.Trials\"", "name: \"Try\"", "kind: .unary", "idempotency: .idempotent",
            "access: .services([\"ocr\", \"budget\"])", "maximumRequest: 20000,",
            "public protocol TrialsProvider: ServiceProvider",
            "func `try`(_ request: Trial.Ask, context: CallContext) async throws -> Trial.Answer",
            "public struct TrialsClient: Sendable",
        ] {
            #expect(stubs.contains(part), "\(part)")
        }
        #expect(result.files["AllServices/ServiceCatalogue.swift"]?.contains("Trial.TrialsService.descriptor,") == true)
        #expect(result.files["Trial/Values/Namespace.swift"]?.contains("public enum Trial {}") == true)
    }

    @Test func aFileImportsTheModulesOfTheMessagesThatItUses() throws {
        let result = try Compiler.run(
            head + """
                import "larder/common/v1/values.proto";
                message Ask { larder.common.v1.Money price = 1; }
                message Answer {}
                service Trials {
                  rpc Try(Ask) returns (larder.common.v1.Timestamp) { option (larder.rpc.v1.access) = { caller: CALLER_ANYONE }; }
                }
                """
        )
        let values = try #require(result.files["Trial/Values/trial.pb.swift"])
        #expect(
            imports(of: values) == [
                "internal import CProtobuf", "internal import CTrialMessages", "public import CommonMessages",
                "public import MessageCoding",
            ]
        )
        let stubs = try #require(result.files["Trial/Stubs/trial.rpc.swift"])
        #expect(imports(of: stubs) == ["public import CommonMessages", "public import RPC"])
        let header = try #require(result.files["Trial/C/include/CTrialMessages.h"])
        #expect(
            header.split(separator: "\n").dropFirst() == [
                "#include <CProtobuf.h>", "#include <CCommonMessages.h>", "#include \"larder/trial/v1/trial.pb-c.h\"",
            ]
        )
        #expect(result.files["Trial/C/include/module.modulemap"]?.contains("header \"CTrialMessages.h\"") == true)
    }

    @Test func theTransportsPackageHasItsStubsAboveTheTransport() throws {
        let text = """
            syntax = "proto3";
            package larder.rpc.v1;
            import "larder/rpc/v1/access.proto";

            """
        let files = try Compiler.run(text + method("option (larder.rpc.v1.access) = { caller: CALLER_ANYONE };")).files
        let values = try #require(files["RPC/Values/trial.pb.swift"])
        #expect(!imports(of: values).contains("public import RPC"))
        let stubs = try #require(files["RPC/Stubs/trial.rpc.swift"])
        #expect(imports(of: stubs) == ["public import RPC", "public import RPCValues"])
        let catalogue = try #require(files["AllServices/ServiceCatalogue.swift"])
        #expect(imports(of: catalogue).contains("internal import RPCStubs"))
    }

    private func imports(of text: String) -> [String] {
        text.split(separator: "\n").map(String.init).filter { $0.contains("import ") && !$0.hasPrefix("//") }
    }

    @Test func commentsAndNamesAreCarriedOver() throws {
        let result = try Compiler.run(
            head + """
                // What a trial
                // leaves behind.
                message Trace {
                  // Whose it is.
                  string user_id = 1;
                  repeated string default = 2;
                  Grade grade = 3;
                  enum Grade {
                    GRADE_UNKNOWN = 0;
                    // The best.
                    GRADE_VERY_GOOD = 1;
                  }
                }
                """
        )
        let values = try #require(result.files["Trial/Values/trial.pb.swift"])
        for part in [
            "/// What a trial\n    /// leaves behind.\n    public struct Trace: Message {",
            "/// Whose it is.\n        public var userID: String = \"\"",
            "public var `default`: [String] = []",
            "public var grade: Trial.Trace.Grade = .unknown",
            "/// The best.\n            case veryGood",
        ] {
            #expect(values.contains(part), "\(part)")
        }
    }

    @Test func generatingTwiceGivesTheSameBytes() throws {
        let text = head + method("option (larder.rpc.v1.access) = { caller: CALLER_USER };")
        #expect(try Compiler.run(text).files == Compiler.run(text).files)
    }
}
