import Testing

@Suite(
    "The generated types and methods of the web app",
    .enabled(if: Compiler.isInstalled, "protoc is not installed"),
    .timeLimit(.minutes(5))
)
struct WebOutputTests {
    private func file(_ name: String, _ proto: String) throws -> String {
        let result = try Compiler.run(GoldenFile.head + proto, option: "web")
        #expect(result.status == 0, "\(result.faults)")
        return try #require(result.files[name])
    }

    /// A service whose only method takes and returns `message`.
    private func proto(_ message: String, access: String = "caller: CALLER_USER") -> String {
        """
        \(message)
        service Trials {
          // Tries it.
          rpc TryIt(A) returns (A) {
            option (larder.rpc.v1.access) = { \(access) };
            option idempotency_level = NO_SIDE_EFFECTS;
          }
          rpc Watch(A) returns (stream A) { option (larder.rpc.v1.access) = { caller: CALLER_ANYONE }; }
          rpc Inside(A) returns (A) {
            option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: ["ocr"] };
          }
        }
        """
    }

    @Test("give each field its name and type in JSON")
    func fields() throws {
        let text = try file(
            "types.d.ts",
            proto(
                """
                // What it is.
                message A {
                  // Minor units.
                  int64 minor_units = 1;
                  int32 count = 2;
                  bool is_new = 3;
                  bytes key = 4;
                  repeated string names = 5;
                  B part = 6;
                  repeated Kind kinds = 7;
                  double share = 8;
                }
                message B {}
                enum Kind {
                  KIND_UNSPECIFIED = 0;
                  // The first.
                  KIND_FIRST = 1;
                }
                """
            )
        )
        GoldenFile.expect(
            text,
            contains: """
                /** What it is. */
                export interface A {
                    /** Minor units. */
                    minorUnits?: string;
                    count?: number;
                    isNew?: boolean;
                    key?: string;
                    names?: string[];
                    part?: Trial.B;
                    kinds?: Trial.Kind[];
                    share?: number;
                }
                """
        )
        GoldenFile.expect(
            text,
            contains: """
                export type Kind =
                    | "KIND_UNSPECIFIED"
                    /** The first. */
                    | "KIND_FIRST";
                """
        )
    }

    @Test("say which fields exclude each other")
    func choices() throws {
        GoldenFile.expect(
            try file("types.d.ts", proto("message A { oneof value { string first_name = 1; int32 number = 2; } }")),
            contains: """
                /** At most one of these is there: firstName, number. */
                export interface A {
                    firstName?: string;
                    number?: number;
                }
                """
        )
    }

    @Test("put nested types into the namespace of the type that they are in")
    func nestedTypes() throws {
        GoldenFile.expect(
            try file("types.d.ts", proto("message A { message B {} B part = 1; }")),
            contains: """
                export interface A {
                    part?: Trial.A.B;
                }
                export namespace A {
                    export interface B {
                    }
                }
                """
        )
    }

    @Test("have no types that browsers never see")
    func unreachableTypes() throws {
        let text = try file(
            "types.d.ts",
            proto("message A {} message Secret {} enum Other { NONE = 0; }")
        )
        #expect(!text.contains("Secret"))
        #expect(!text.contains("Other"))
    }

    @Test("end no comment before its end")
    func commentsThatEndComments() throws {
        let text = try file("types.d.ts", proto("// Like */ export const a = 1; /* this\nmessage A {}"))
        #expect(text.contains("/** Like * / export const a = 1; /* this */"))
    }

    @Test("list the methods for users, with their kind and idempotency")
    func methodTable() throws {
        let text = try file("methods.js", proto("message A {}"))
        #expect(
            text == """
                // Generated from all .proto files by protoc-gen-larder. Do not edit.

                export const methods = {
                    "larder.trial.v1.Trials/TryIt": { kind: "unary", idempotency: "noSideEffects" },
                    "larder.trial.v1.Trials/Watch": { kind: "serverStreaming", idempotency: "none" },
                };

                """
        )
    }

    @Test("give each method its messages")
    func methodTypes() throws {
        let text = try file("methods.d.ts", proto("message A {}"))
        #expect(text.contains("import type { Trial } from \"./types\";"))
        GoldenFile.expect(
            text,
            contains: """
                export interface Methods {
                    /** Tries it. */
                    "larder.trial.v1.Trials/TryIt": Method<Trial.A, Trial.A, "unary">;
                    "larder.trial.v1.Trials/Watch": Method<Trial.A, Trial.A, "serverStreaming">;
                }
                """
        )
    }

    @Test("leave out services that users never call")
    func internalServices() throws {
        let proto = """
            message A {}
            service Secrets {
              rpc Get(A) returns (A) {
                option (larder.rpc.v1.access) = { caller: CALLER_SERVICE, services: ["ocr"] };
              }
            }
            """
        #expect(try !file("methods.js", proto).contains("Secrets"))
        #expect(try !file("methods.d.ts", proto).contains("Secrets"))
    }

    @Test("are generated by the option web alone")
    func unknownOption() throws {
        let result = try Compiler.run(GoldenFile.head + "message A {}", option: "wide")
        #expect(result.status != 0)
        #expect(result.faults.contains("There is no option wide, only web."))
    }
}
