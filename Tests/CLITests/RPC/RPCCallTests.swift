import Foundation
import RPC
import RPCTestSupport
import Testing

@testable import larder

@Suite("larder rpc call", .timeLimit(.minutes(5)))
struct RPCCallTests {
    @Test("takes and prints JSON, whatever suffix of the name is typed")
    func unary() async throws {
        try await TestService.with { service async throws in
            for name in [
                "larder.rpc.v1.Echo/UnaryEcho", "Echo.UnaryEcho", "unaryecho", "/larder.rpc.v1.Echo/UnaryEcho",
            ] {
                let printed = try await service("call", name, "--data", #"{"payload": "aGk="}"#, as: "ocr")
                #expect(printed.out == "{\"payload\":\"aGk=\"}\n", "\(name): \(printed.error)")
                #expect(printed.exit == .ok)
            }
            #expect(try await service("call", "UnaryEcho", as: "ocr").out == "{}\n")
            #expect(try await service("call", "UnaryEcho", "--emit-defaults", as: "ocr").out == "{\"payload\":\"\"}\n")
        }
    }

    @Test("requests come from a file or from standard input; empty input is an empty request")
    func sources() async throws {
        try await TestService.with { service async throws in
            let file = URL.temporaryDirectory.appending(path: "request-\(UUID().uuidString).json")
            try Data(#"{"payload":"aGk="}"#.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            #expect(try await service("call", "UnaryEcho", "-d", "@\(file.path)").out == "{\"payload\":\"aGk=\"}\n")
            let piped = try await service("call", "UnaryEcho", "-d", "-", typed: ["{", #""payload":"aGk="}"#])
            #expect(piped.out == "{\"payload\":\"aGk=\"}\n")
            #expect(try await service("call", "UnaryEcho", "-d", "-").out == "{}\n")
            let missing = try await service("call", "UnaryEcho", "-d", "@/nowhere.json")
            #expect(missing.exit == .file)
            #expect(missing.error.contains("/nowhere.json"))
        }
    }

    @Test("server streaming prints one object a line, also those before a failure")
    func serverStreaming() async throws {
        try await TestService.with { service async throws in
            let request = #"{"message":{"payload":"aGk="},"times":2}"#
            let printed = try await service("call", "RepeatEcho", "-d", request)
            #expect(printed.out == String(repeating: "{\"payload\":\"aGk=\"}\n", count: 2))
            let failed = try await service("call", "RepeatEcho", "-d", #"{"times":3}"#, "--json")
            #expect(failed.out == "{}\n{}\n{}\n")
            #expect(failed.exit == .invalid)
            let error = try #require(try Printed.document(failed.error)["error"] as? [String: Any])
            #expect(error["reason"] as? String == "THREE")
        }
    }

    @Test(
        "client streaming accepts consecutive objects, one a line or in an array",
        arguments: [
            [#"{"payload":"aGk="}{"payload":"aGkh"}"#], [#"{"payload":"aGk="}"#, #"{"payload":"aGkh"}"#],
            [#"[{"payload":"aGk="},"#, #"{"payload":"#, #""aGkh"}]"#],
        ]
    )
    func clientStreaming(lines: [String]) async throws {
        try await TestService.with { service async throws in
            let printed = try await service("call", "CollectEchoes", typed: lines)
            #expect(printed.out == "{\"messages\":\"2\",\"bytes\":\"5\"}\n", "\(printed.error)")
            let given = try await service("call", "CollectEchoes", "-d", lines.joined())
            #expect(given.out == printed.out)
        }
    }

    @Test("bidirectional calls receive while requests are still sent, and may have none")
    func bidirectional() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("call", "ExchangeEchoes", typed: [#"{"payload":"aGk="}"#, "{}"])
            #expect(printed.out == "{\"payload\":\"aGk=\"}\n{}\n")
            let none = try await service("call", "ExchangeEchoes")
            #expect(none.out.isEmpty)
            #expect(none.exit == .ok)
        }
    }

    @Test("a method known only to the server is called by its description")
    func unknownToClient() async throws {
        try await TestService.with { service async throws in
            let request = #"{"service":"a","status":"SERVING_STATUS_SERVING","healthyInstances":3}"#
            for name in ["larder.trial.v1.Trials/Try", "Trials/Try"] {
                let printed = try await service("call", name, "-d", request)
                #expect(printed.out == request + "\n", "\(printed.error)")
            }
            let stream = try await service("call", "Trials/Converse", typed: [request, #"{"explanation":"why"}"#])
            #expect(stream.out == request + "\n{\"explanation\":\"why\"}\n")
            let failed = try await service("call", "Trials/Fail")
            #expect(failed.exit == .invalid)
            #expect(failed.error.contains("- service: The service must have a name."))
            // Callers who may not use reflection can call compiled-in methods only.
            #expect(try await service("call", "Trials/Try", as: "ocr").exit == .notFound)
        }
    }

    @Test("invalid JSON is reported with line, column and a mark, and nothing is sent")
    func malformed() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("call", "UnaryEcho", "-d", "{\n  \"payload\" \"aGk=\"}")
            #expect(printed.exit == .invalid)
            #expect(printed.error.contains("line 2, column 13: a colon is expected"))
            #expect(printed.error.contains("    \"payload\" \"aGk=\"}\n              ^"))
            let unknown = try await service("call", "UnaryEcho", "-d", #"{"paylod":""}"#)
            #expect(unknown.exit == .invalid)
            #expect(unknown.error.contains("Do you mean \"payload\"? larder.rpc.v1.EchoMessage has: payload."))
            let second = try await service("call", "ExchangeEchoes", typed: ["{}", #"{"payload":1}"#])
            #expect(second.exit == .invalid)
            #expect(second.error.contains("In request 2, from line 2: payload: The value must be a base64 string."))
            let cut = try await service("call", "CollectEchoes", typed: [#"{"payload":"#])
            #expect(cut.exit == .invalid)
            #expect(cut.error.contains("ends inside the object that starts in line 1"))
            #expect(service.seen.count == 0)
        }
    }

    @Test("an unknown method reports the nearest names")
    func unknownMethod() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("call", "Echo/UnaryEchoo")
            #expect(printed.exit == .notFound)
            #expect(printed.error.contains("larder.rpc.v1.Echo/UnaryEcho"))
            let strange = try await service("call", "zzzzzzzzzzzzzz")
            #expect(strange.error.contains("larder rpc list"))
        }
    }

    @Test("headers arrive, including bytes of -bin names, and --verbose traces the call")
    func headers() async throws {
        try await TestService.with { service async throws in
            let printed = try await service(
                "call",
                "UnaryEcho",
                "-H",
                "X-Trial: one two",
                "--header",
                "trial-bin:AP8",
                "--verbose"
            )
            let context = try #require(service.seen.values.first)
            #expect(context.metadata[text: "x-trial"] == "one two")
            #expect(context.metadata[binary: "trial-bin"] == [0, 255])
            #expect(printed.error.contains("x-trial: one two"))
            #expect(printed.error.contains("trial-bin: AP8="))
            #expect(printed.error.contains("Status: OK"))
            #expect(printed.error.contains("Sent 1 message of 0 bytes, received 1 message of 0 bytes"))
        }
    }

    @Test("a service that requires a certificate is reported with the options for one")
    func withoutCertificate() async throws {
        try await TestService.with { service async throws in
            let printed = try await service("call", "UnaryEcho", "--timeout", "60", as: nil)
            #expect(printed.exit == .unavailable)
            #expect(printed.error.contains("cannot be reached"))
            #expect(printed.error.contains("--certificate"))
        }
    }

    @Test("messages over the limit are rejected on either side")
    func limits() async throws {
        try await TestService.with { service async throws in
            let large = #"{"payload":"\#(Data(count: 200).base64EncodedString())"}"#
            let sent = try await service("call", "UnaryEcho", "-d", large, "--max-message-size", "100")
            #expect(sent.exit == .invalid)
            #expect(sent.error.contains("more than the limit of 100"))
            let request = #"{"message":{"payload":"\#(Data(count: 90).base64EncodedString())"},"times":1}"#
            let taken = try await service("call", "RepeatEcho", "-d", request, "--max-message-size", "96")
            #expect(taken.exit == .ok)
        }
    }

    @Test("a template is a valid request")
    func template() async throws {
        try await TestService.with { service async throws in
            let template = try await service("call", "RepeatEcho", "--template")
            #expect(template.out == "{\n  \"message\": {\n    \"payload\": \"\"\n  },\n  \"times\": 0\n}\n")
            #expect(try await service("call", "RepeatEcho", "-d", template.out).exit == .ok)
        }
    }
}
