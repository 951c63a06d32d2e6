import AllServices
import MessageCoding
import Testing

@Suite("Descriptors")
struct DescriptorConcurrencyTests {
    @Test("are read by many tasks at once")
    func concurrentReads() async throws {
        let expected = MessageCatalogue.all.map { names(of: $0.descriptor) }
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { MessageCatalogue.all.map { names(of: $0.descriptor) } == expected }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// The names of a message, its fields and the values of its enumerations.
    private func names(of message: MessageDescriptor) -> [String] {
        [message.fullName]
            + message.fields.flatMap { field in
                [field.name, field.jsonName] + [field.enumeration?.fullName].compactMap(\.self)
            }
    }
}
