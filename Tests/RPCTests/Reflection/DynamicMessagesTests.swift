import AllServices
import BudgetMessages
import MessageCoding
import NIOCore
import RPC
import RPCStubs
import RPCValues
import Testing

@Suite("Messages described at run time")
struct DynamicMessagesTests {
    /// What a client makes of a description of a message that this program has code for.
    private func dynamic(_ message: MessageDescriptor) throws -> MessageDescriptor {
        var describer = SchemaDescriber()
        describer.add(message)
        let types = try DynamicMessages(
            messages: describer.schema.messages.map { message in
                MessageSchema(
                    name: message.name,
                    fields: try message.fields.map { field in
                        MessageSchema.Field(
                            name: field.name,
                            number: Int(field.number),
                            type: try #require(field.kind.type),
                            isRepeated: field.repeated,
                            isPacked: field.packed,
                            typeName: field.typeName,
                            oneof: Int(field.oneof)
                        )
                    }
                )
            },
            enumerations: describer.schema.enumerations.map { enumeration in
                EnumerationSchema(
                    name: enumeration.name,
                    values: enumeration.values.map { .init(name: $0.name, number: $0.number) }
                )
            }
        )
        return try #require(types[message.fullName])
    }

    @Test("every message of the catalogue is described so that the same JSON comes of the same bytes")
    func catalogue() throws {
        for type in MessageCatalogue.all {
            let made = try dynamic(type.descriptor)
            let empty = ByteBuffer()
            let expected = try MessageJSON.encode(empty, as: type.descriptor, includesDefaults: true)
            #expect(try MessageJSON.encode(empty, as: made, includesDefaults: true) == expected)
            #expect(try MessageJSON.decode(expected, as: made) == MessageJSON.decode(expected, as: type.descriptor))
        }
    }

    @Test("nested, repeated, packed and oneof fields arrive as with generated code")
    func content() throws {
        var purchase = Budget.Purchase()
        purchase.id = "1"
        purchase.items = [.init(), .init()]
        let bytes = try purchase.encoded()
        let json = try MessageJSON.encode(bytes, as: Budget.Purchase.descriptor)
        #expect(try MessageJSON.encode(bytes, as: dynamic(Budget.Purchase.descriptor)) == json)
        let chosen = try Budget.GetPurchaseRequest(key: .purchaseID("7")).encoded()
        let made = try dynamic(Budget.GetPurchaseRequest.descriptor)
        #expect(String(buffer: try MessageJSON.encode(chosen, as: made)) == #"{"purchaseId":"7"}"#)
        let both = ByteBuffer(string: #"{"purchaseId":"7","receiptId":"8"}"#)
        #expect(throws: MessageJSONError.self) { try MessageJSON.decode(both, as: made) }
    }

    private func rejection(_ messages: [MessageSchema], _ enumerations: [EnumerationSchema] = []) -> String? {
        do {
            _ = try DynamicMessages(messages: messages, enumerations: enumerations)
            return nil
        } catch { return error.description }
    }

    @Test("descriptions that make no sense are rejected")
    func refusals() {
        let text = MessageSchema.Field(name: "a", number: 1, type: .string)
        #expect(rejection([.init(name: "A", fields: [text])]) == nil)
        #expect(rejection([.init(name: "A", fields: []), .init(name: "A", fields: [])]) != nil)
        #expect(rejection([.init(name: "A", fields: [text, text])]) != nil)
        for number in [0, -1, 536_870_912] {
            #expect(rejection([.init(name: "A", fields: [.init(name: "a", number: number, type: .bool)])]) != nil)
        }
        let missing = MessageSchema.Field(name: "a", number: 1, type: .message, typeName: "B")
        #expect(rejection([.init(name: "A", fields: [missing])]) != nil)
        let back = MessageSchema.Field(name: "b", number: 1, type: .message, typeName: "A")
        #expect(
            rejection([.init(name: "A", fields: [missing]), .init(name: "B", fields: [back])])?
                .hasSuffix("contains itself.") == true
        )
        let packed = MessageSchema.Field(name: "a", number: 1, type: .string, isRepeated: true, isPacked: true)
        #expect(rejection([.init(name: "A", fields: [packed])]) != nil)
        #expect(rejection([], [.init(name: "E", values: [])]) != nil)
        #expect(
            rejection([], [.init(name: "E", values: [.init(name: "X", number: 1), .init(name: "Y", number: 1)])]) != nil
        )
    }
}

@Suite("Descriptions of what is linked in")
struct SchemaDescriberTests {
    private let services = [Budget.PurchasesService.descriptor, RPCMessages.HealthService.descriptor]

    @Test("a service, a method with slash or dot, a message and an enumeration are found by their full names")
    func symbols() throws {
        let service = try #require(RPCMessages.Schema.describing("larder.budget.v1.Purchases", in: services))
        #expect(service.services.map(\.name) == ["larder.budget.v1.Purchases"])
        #expect(service.services[0].methods.count == Budget.PurchasesService.descriptor.methods.count)
        for name in ["larder.rpc.v1.Health/CheckHealth", "larder.rpc.v1.Health.CheckHealth"] {
            let method = try #require(RPCMessages.Schema.describing(name, in: services))
            #expect(method.services.first?.methods.map(\.name) == ["CheckHealth"])
            #expect(method.enumerations.map(\.name) == ["larder.rpc.v1.ServingStatus"])
        }
        let message = try #require(RPCMessages.Schema.describing("larder.rpc.v1.ServiceHealth", in: services))
        #expect(message.services.isEmpty)
        #expect(message.messages.first?.fields.map(\.name).first == "service")
        let enumeration = try #require(RPCMessages.Schema.describing("larder.rpc.v1.ServingStatus", in: services))
        #expect(enumeration.enumerations.first?.values.map(\.number) == [0, 1, 2, 3])
    }

    @Test("names that are none, and types that no method here sends, are not found")
    func unknown() {
        for name in ["", "Purchases", "larder.ocr.v1.Receipts", "larder.ocr.v1.Receipt", "larder.budget.v1."] {
            #expect(RPCMessages.Schema.describing(name, in: services) == nil)
        }
    }

    @Test("every type that a description names is in it")
    func closure() {
        for service in ServiceCatalogue.all {
            var describer = SchemaDescriber()
            describer.add(service)
            let schema = describer.schema
            let types = Set(schema.messages.map(\.name) + schema.enumerations.map(\.name))
            #expect(types.count == schema.messages.count + schema.enumerations.count)
            for method in schema.services.flatMap(\.methods) {
                #expect(types.isSuperset(of: [method.request, method.response]))
            }
            for field in schema.messages.flatMap(\.fields) where !field.typeName.isEmpty {
                #expect(types.contains(field.typeName))
            }
        }
    }
}
