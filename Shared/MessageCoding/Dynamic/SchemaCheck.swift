/// Rejects schemas that would make the library read out of bounds or recurse without end.
struct SchemaCheck {
    private let messages: [String: MessageSchema]
    private let enumerations: Set<String>
    private let all: (messages: [MessageSchema], enumerations: [EnumerationSchema])

    init(messages: [MessageSchema], enumerations: [EnumerationSchema]) {
        all = (messages, enumerations)
        self.messages = Dictionary(messages.map { ($0.name, $0) }) { first, _ in first }
        self.enumerations = Set(enumerations.map(\.name))
    }

    func run() throws(SchemaError) {
        guard
            Set(all.messages.map(\.name) + all.enumerations.map(\.name)).count
                == all.messages.count + all.enumerations.count
        else { throw SchemaError("A type is described twice.") }
        for enumeration in all.enumerations { try check(enumeration) }
        for message in all.messages {
            guard Set(message.fields.map(\.number)).count == message.fields.count,
                Set(message.fields.map(\.name)).count == message.fields.count
            else { throw SchemaError("A field of \(message.name) is described twice.") }
            for field in message.fields { try check(field, of: message) }
        }
        var finished: Set<String> = []
        for message in all.messages { try checkEnds(message.name, path: [], finished: &finished) }
    }

    private func check(_ enumeration: EnumerationSchema) throws(SchemaError) {
        let numbers = Set(enumeration.values.map(\.number))
        guard !numbers.isEmpty, numbers.count == enumeration.values.count,
            Set(enumeration.values.map(\.name)).count == numbers.count
        else { throw SchemaError("The enumeration \(enumeration.name) has no values, or one twice.") }
    }

    private func check(_ field: MessageSchema.Field, of message: MessageSchema) throws(SchemaError) {
        let place = "\(message.name).\(field.name)"
        guard (1...536_870_911).contains(field.number) else {
            throw SchemaError("The field \(place) has the number \(field.number).")
        }
        let isKnown =
            switch field.type {
            case .message: messages[field.typeName] != nil
            case .enumeration: enumerations.contains(field.typeName)
            default: true
            }
        guard isKnown else {
            throw SchemaError("The field \(place) has the type \(field.typeName), which isn't described.")
        }
        let packable = ![FieldType.string, .bytes, .message].contains(field.type)
        guard !field.isPacked || (field.isRepeated && packable), field.oneof == 0 || !field.isRepeated else {
            throw SchemaError("The field \(place) is packed or in a oneof, which its type can't be.")
        }
    }

    private func checkEnds(_ name: String, path: [String], finished: inout Set<String>) throws(SchemaError) {
        guard !finished.contains(name) else { return }
        guard !path.contains(name), path.count < 100 else {
            throw SchemaError("The message \(name) contains itself.")
        }
        for field in messages[name]?.fields ?? [] where field.type == .message {
            try checkEnds(field.typeName, path: path + [name], finished: &finished)
        }
        finished.insert(name)
    }
}
