import AllServices
import MessageCoding
import NIOCore

/// JSON texts become messages and messages JSON, and what was taken once stays the same over a round trip.
func fuzzJSON(_ input: inout FuzzInput) throws(FuzzFinding) {
    let types = MessageCatalogue.all
    let type = types[Int(input.uint16()) % types.count].descriptor
    let startsWithMessage = input.chance()
    let bytes = ByteBuffer(bytes: input.rest())
    if startsWithMessage {
        try checkMessage(bytes, type)
    } else {
        try checkText(bytes, type)
    }
}

private func checkText(_ text: ByteBuffer, _ type: MessageDescriptor) throws(FuzzFinding) {
    var limits = MessageJSON.Limits()
    limits.maximumDepth = 16
    let message: ByteBuffer
    do {
        message = try MessageJSON.decode(text, as: type, limits: limits)
    } catch {
        try expect(error.explanation.utf8.count <= 300, "an explanation has \(error.explanation.utf8.count) bytes")
        return try expect(
            error.path.utf8.count <= text.readableBytes * 2 + 1_024,
            "a path has \(error.path.utf8.count) bytes"
        )
    }
    // No character of JSON says more than eight bytes of a message.
    try expect(message.readableBytes <= 16 + text.readableBytes * 8, "a message is out of proportion to its JSON")
    guard let json = try encoded(message, type) else { return }
    try checkStability(json, type)
}

/// The JSON of an accepted message; nil when it takes more memory than its size allows.
private func encoded(_ message: ByteBuffer, _ type: MessageDescriptor) throws(FuzzFinding) -> ByteBuffer? {
    do {
        return try MessageJSON.encode(message, as: type)
    } catch {
        try expect(error.kind == .tooLarge, "what came from JSON does not become JSON: \(error)")
        return nil
    }
}

/// JSON of a message gives the same message again, and that the same JSON.
private func checkStability(_ json: ByteBuffer, _ type: MessageDescriptor) throws(FuzzFinding) {
    let message: ByteBuffer
    do {
        message = try MessageJSON.decode(json, as: type)
    } catch {
        throw FuzzFinding("our own JSON is refused: \(error)")
    }
    guard let again = try encoded(message, type) else { return }
    try expect(again == json, "JSON changed over a round trip")
    guard let full = try? MessageJSON.encode(message, as: type, includesDefaults: true) else { return }
    guard let restored = try? MessageJSON.decode(full, as: type) else {
        throw FuzzFinding("JSON with defaults is refused")
    }
    try expect(try encoded(restored, type) == json, "defaults that are written change the message")
}

private func checkMessage(_ message: ByteBuffer, _ type: MessageDescriptor) throws(FuzzFinding) {
    let json: ByteBuffer
    do {
        json = try MessageJSON.encode(message, as: type)
    } catch {
        return
    }
    // A control character takes six bytes, and a field's name comes with every value.
    try expect(json.readableBytes <= 64 + message.readableBytes * 256, "JSON is out of proportion to its message")
    do {
        let decoded = try MessageJSON.decode(json, as: type)
        let again = try MessageJSON.encode(decoded, as: type)
        try expect(again == json, "a message changed on its way through JSON")
    } catch let finding as FuzzFinding {
        throw finding
    } catch {
        // Enumerations of later versions are shown by number, which JSON is not taken back in.
        let error = error as? MessageJSONError
        try expect(
            error?.kind == .unknownEnumerationValue || error?.kind == .tooLarge,
            "the JSON of a message is refused: \(String(describing: error))"
        )
    }
}
