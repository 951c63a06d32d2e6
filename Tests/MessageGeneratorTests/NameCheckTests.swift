import Testing

@Suite(
    "Names that can't stand together",
    .enabled(if: Compiler.isInstalled, "protoc is not installed"),
    .timeLimit(.minutes(5))
)
struct NameCheckTests {
    private func faults(_ text: String) throws -> String {
        let result = try Compiler.run("syntax = \"proto3\";\npackage larder.trial.v1;\n\(text)\n")
        #expect((result.status == 0) == result.faults.isEmpty)
        return result.faults
    }

    @Test(
        "are rejected, with all that share one",
        arguments: [
            (
                "message A { message Part {} oneof part { Part a = 1; } }",
                "message A has several types that Swift would call Part: Part, part; rename all but one."
            ),
            (
                "message A { enum Part { PART_NONE = 0; } oneof part { int32 a = 1; } }",
                "message A has several types that Swift would call Part: Part, part; rename all but one."
            ),
            (
                "message A { string a = 1; oneof A { string b = 2; } }",
                "message A has several properties that Swift would call a: a, A; rename all but one."
            ),
            (
                "enum E { E_NONE = 0; E_UNRECOGNIZED = 1; }",
                "enum E has several cases that Swift would call unrecognized: E_UNRECOGNIZED, unrecognized; rename all but one."
            ),
            (
                "message A { enum E { E_NONE = 0; E_UNRECOGNIZED = 1; } }",
                "enum E has several cases that Swift would call unrecognized: E_UNRECOGNIZED, unrecognized; rename all but one."
            ),
            (
                "message Foo_Bar {} message FooBar {}",
                "package larder.trial.v1 has several types that Swift would call FooBar: Foo_Bar, FooBar; rename all but one."
            ),
            (
                "message AClient {} service A {}",
                "package larder.trial.v1 has several types that Swift would call AClient: AClient, service A; rename all but one."
            ),
        ]
    )
    func refused(text: String, fault: String) throws {
        let faults = try faults(text)
        #expect(faults.contains("larder/trial/v1/trial.proto: \(fault)"), "\(faults)")
    }

    @Test(
        "are not those of different places, nor aliases of one number",
        arguments: [
            "message A { message Part {} } message B { message Part {} oneof choice { int32 part = 1; } }",
            "message A { string a = 1; } message B { string a = 1; }",
            "enum E { option allow_alias = true; E_NONE = 0; E_A = 1; E_ALSO_A = 1; }",
            "message A { oneof one { int32 a = 1; } oneof two { int32 b = 2; } }",
        ]
    )
    func accepted(text: String) throws {
        #expect(try faults(text) == "")
    }
}
