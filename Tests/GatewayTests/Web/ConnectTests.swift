import Foundation
import HTTPTypes
import MessageCoding
import NIOCore
import RPC
import RPCTestSupport
import RPCValues
import ServiceKit
import Testing

@testable import larder_gateway

@Suite("Calls over the Connect protocol", .timeLimit(.minutes(5)))
struct ConnectTests {
    @Test("a unary call takes and answers JSON and protobuf, and says which trace it belongs to")
    func unary() async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen)]) { web in
            let json = try await web.call(BackendService.get, #"{"payload":"AQI="}"#, ["Connect-Protocol-Version": "1"])
            #expect(json.status == 200 && json.text == #"{"payload":"AQI="}"#)
            #expect(json.fields["content-type"] == "application/json")
            let message = try Echo(payload: [1, 2]).encoded()
            let proto = try await WebClient.with(port: web.port) { client in
                try await client.request(
                    "POST",
                    "/\(BackendService.get.path)",
                    ["Content-Type": "application/proto"],
                    body: message
                )
            }
            #expect(proto.status == 200 && proto.body == message)
            #expect(proto.fields["content-type"] == "application/proto")
            let traces = seen.values.map { String($0.trace.traceID.prefix(16)) }
            #expect(traces.contains(try #require(json.fields["larder-reference"])))
            #expect(seen.values.allSatisfy { $0.clientNetwork == "7f000001" && $0.peerService == "gateway" })
        }
    }

    @Test("an error has the protocol's status, its code, the sentence and every detail")
    func failure() async throws {
        let failing = MethodHandler.unary(BackendService.get) { (_: Echo, _) -> Echo in
            throw Status(
                .invalidArgument,
                "The name is missing.",
                fieldViolations: [.init("name", "It has 1 to 100 characters.")],
                retryDelay: .milliseconds(1_500),
                reason: .invalidFields
            )
        }
        try await WebGateway.with([failing]) { web in
            let answer = try await web.call(BackendService.get, "{}")
            #expect(answer.status == 400 && answer.fields["content-type"] == "application/json")
            let failure = try #require(object(answer.text))
            #expect(failure["code"] as? String == "invalid_argument")
            #expect(failure["message"] as? String == "The name is missing.")
            let detail = try #require((failure["details"] as? [NSDictionary])?.first)
            #expect(detail["type"] as? String == "larder.rpc.v1.StatusDetails")
            var padded = try #require(detail["value"] as? String)
            while padded.count % 4 != 0 { padded += "=" }
            let bytes = try #require(Data(base64Encoded: padded))
            let details = try RPCMessages.StatusDetails(decoding: ByteBuffer(bytes: bytes))
            #expect(details.reason == "INVALID_FIELDS" && details.retryDelay?.milliseconds == 1_500)
            #expect(details.fieldViolations.map(\.field) == ["name"])
            #expect((detail["debug"] as? NSDictionary)?["reason"] as? String == "INVALID_FIELDS")
        }
    }

    @Test(
        "each code has the status that the protocol gives it",
        arguments: [
            (StatusCode.cancelled, 499, "canceled"), (.unknown, 500, "unknown"),
            (.invalidArgument, 400, "invalid_argument"),
            (.deadlineExceeded, 504, "deadline_exceeded"), (.notFound, 404, "not_found"),
            (.alreadyExists, 409, "already_exists"), (.permissionDenied, 403, "permission_denied"),
            (.resourceExhausted, 429, "resource_exhausted"), (.failedPrecondition, 400, "failed_precondition"),
            (.aborted, 409, "aborted"), (.outOfRange, 400, "out_of_range"), (.unimplemented, 501, "unimplemented"),
            (.internalError, 500, "internal"), (.unavailable, 503, "unavailable"), (.dataLoss, 500, "data_loss"),
            (.unauthenticated, 401, "unauthenticated"),
        ]
    )
    func codes(_ code: StatusCode, _ status: Int, _ name: String) {
        let response = Status(code, "A sentence.").webResponse(in: .english)
        #expect(Int(response.status.code) == status)
        guard case .bytes(let body) = response.body else { return #expect(Bool(false)) }
        #expect(object(String(buffer: body))?["code"] as? String == name)
    }

    @Test(
        "what is no call is refused with a reason",
        arguments: [
            ("POST", "/larder.budget.v1.Test/Missing", "application/json", "{}", 404),
            ("POST", "/larder.budget.v1.Test/Hidden", "application/json", "{}", 404),
            ("GET", "/larder.budget.v1.Test/Get", "application/json", "", 405),
            ("POST", "/larder.budget.v1.Test/Get", "text/plain", "{}", 415),
            ("POST", "/larder.budget.v1.Test/Get", "application/connect+json", "{}", 415),
            ("POST", "/larder.budget.v1.Test/Watch", "application/json", "{}", 415),
            ("POST", "/larder.budget.v1.Test/Get", "application/json", "{\"payload\":", 400),
            ("POST", "/larder.budget.v1.Test/Get", "application/json", "{\"nothing\":1}", 400),
            ("POST", "/larder.budget.v1.Test/Get", "application/json", "{\"payload\":\"%\"}", 400),
        ]
    )
    func refused(_ method: String, _ path: String, _ type: String, _ body: String, _ status: Int) async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen), answering(BackendService.hidden, seen)]) {
            web in
            let answer = try await web.request(method, path, ["Content-Type": type], body: body)
            #expect(answer.status == status)
            #expect(seen.count == 0)
        }
    }

    @Test("malformed protobuf is refused by the service, and the connection goes on")
    func malformed() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            try await WebClient.with(port: web.port) { client in
                let path = "/\(BackendService.get.path)"
                let type = ["Content-Type": "application/proto"]
                let broken = try await client.request("POST", path, type, body: ByteBuffer(bytes: [10, 200, 1]))
                #expect(broken.status == 400)
                let whole = try await client.request("POST", path, type, body: try Echo(payload: [1]).encoded())
                #expect(whole.status == 200)
            }
        }
    }

    @Test("a time limit reaches the service and ends the call; a malformed one is refused")
    func timeout() async throws {
        let seen = Recorder<CallContext>()
        let slow = MethodHandler.unary(BackendService.get) { (request: Echo, context) -> Echo in
            seen.record(context)
            try await Task.sleep(for: .seconds(60))
            return request
        }
        try await WebGateway.with([slow]) { web in
            let answer = try await web.call(BackendService.get, "{}", ["Connect-Timeout-Ms": "50"])
            #expect(answer.status == 504)
            #expect(object(answer.text)?["code"] as? String == "deadline_exceeded")
            for malformed in ["-1", "abc", "12345678901", ""] {
                let answer = try await web.call(BackendService.get, "{}", ["Connect-Timeout-Ms": malformed])
                #expect(answer.status == 400)
            }
            #expect(seen.count <= 1)
        }
    }

    @Test("an access token and an idempotency key reach the service as from any client; other fields do not")
    func metadata() async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.own, seen)]) { web in
            let token = try await web.mint.token(for: "ada")
            let fields = [
                "Authorization": "Bearer \(token)", "Idempotency-Key": "key-1", "X-Other": "1",
                "Larder-Client-Network": "c0000201", "Larder-User-Bin": "AQ==",
            ]
            let answer = try await web.call(BackendService.own, "{}", fields)
            #expect(answer.status == 200)
            let context = try #require(seen.values.first)
            #expect(context.verifiedUser?.id == "ada" && context.idempotencyKey == "key-1")
            #expect(
                context.metadata.entries.map(\.name).sorted() == ["idempotency-key", "larder-user-bin", "traceparent"]
            )
            let stranger = try await web.call(BackendService.own, "{}")
            #expect(stranger.status == 401)
            let forged = try await web.call(BackendService.own, "{}", ["Authorization": "Bearer x.y.z"])
            #expect(forged.status == 401)
            #expect(seen.count == 1)
        }
    }

    @Test("fields that metadata cannot carry are refused, and the gateway serves on")
    func unsendableFields() async throws {
        let seen = Recorder<CallContext>()
        try await WebGateway.with([answering(BackendService.get, seen), answering(BackendService.own, seen)]) { web in
            let key = try await web.call(BackendService.get, "{}", ["Idempotency-Key": "a\tb"])
            #expect(key.status == 400 && key.text.contains("INVALID_KEY"))
            let token = try await web.call(BackendService.own, "{}", ["Authorization": "Bearer a\tb"])
            #expect(token.status == 401)
            let own = ["Origin": "http://localhost:\(web.port)"]
            // {"exp":1e300}, {"exp":-1e300}, and ones that are no tokens.
            for cookie in ["e30.eyJleHAiOjFlMzAwfQ.AA", "e30.eyJleHAiOi0xZTMwMH0.AA", "a\tb", "..", "a.b.c"] {
                let fields = own.merging(["Cookie": "larder-access=\(cookie)"]) { $1 }
                #expect(try await web.call(BackendService.own, "{}", fields).status == 401)
            }
            #expect(seen.count == 0)
            #expect(try await web.call(BackendService.get, "{}").status == 200)
        }
    }

    @Test("requests and answers may be compressed with gzip, and one that unpacks to too much is refused")
    func compression() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            let payload = String(repeating: "AAAA", count: 1_000)
            let json = ByteBuffer(string: #"{"payload":"\#(payload)"}"#)
            let compressed = try #require(await Gzip.compress(json))
            try await WebClient.with(port: web.port) { client in
                let path = "/\(BackendService.get.path)"
                var fields = ["Content-Type": "application/json", "Content-Encoding": "gzip"]
                let plain = try await client.request("POST", path, fields, body: compressed)
                #expect(plain.status == 200 && plain.fields["content-encoding"] == nil && plain.body == json)
                fields["Accept-Encoding"] = "br;q=1.0, gzip;q=0.8"
                let packed = try await client.request("POST", path, fields, body: compressed)
                #expect(packed.fields["content-encoding"] == "gzip")
                #expect(try await Gzip.decompress(packed.body, limit: 100_000) == json)
                let damaged = try await client.request("POST", path, fields, body: json)
                #expect(damaged.status == 400)
                fields["Content-Encoding"] = "br"
                #expect(try await client.request("POST", path, fields, body: json).status == 501)
            }
            let bomb = try #require(await Gzip.compress(ByteBuffer(repeating: 0x20, count: 10_000_000)))
            let answer = try await WebClient.with(port: web.port) { client in
                try await client.request(
                    "POST",
                    "/\(BackendService.get.path)",
                    ["Content-Type": "application/json", "Content-Encoding": "gzip"],
                    body: bomb
                )
            }
            #expect(answer.status == 429)
        }
    }

    @Test("a request over its method's limit is refused by its announced length, and by its real one")
    func size() async throws {
        try await WebGateway.with([answering(BackendService.get)]) { web in
            let large = String(repeating: "A", count: 70_000)
            #expect(try await web.call(BackendService.get, #"{"payload":"\#(large)"}"#).status == 429)
            try await WebClient.with(port: web.port) { client in
                try await client.sendHead(
                    "POST",
                    "/\(BackendService.get.path)",
                    ["Content-Type": "application/json", "Transfer-Encoding": "chunked"],
                    length: nil
                )
                for _ in 0..<5 { try await client.send("4000\r\n" + String(repeating: " ", count: 0x4000) + "\r\n") }
                #expect(try await client.answer().status == 429)
            }
            let proto = try Echo(payload: [UInt8](repeating: 7, count: 16_384)).encoded()
            let answer = try await WebClient.with(port: web.port) { client in
                try await client.request(
                    "POST",
                    "/\(BackendService.get.path)",
                    ["Content-Type": "application/proto"],
                    body: proto
                )
            }
            #expect(answer.status == 429)
        }
    }
}
