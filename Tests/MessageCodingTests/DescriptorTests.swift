import AllServices
import BudgetMessages
import CommonMessages
import EventsMessages
import MessageCoding
import Testing

@Suite struct DescriptorTests {
    @Test func aDescriptorNamesItsFields() throws {
        let descriptor = Events.Event.descriptor
        #expect(descriptor.fullName == "larder.events.v1.Event")
        // Kinds of events are added behind them.
        let fields = descriptor.fields.prefix(4)
        #expect(fields.map(\.name) == ["id", "occurred_at", "purchase_recorded", "receipt_failed"])
        #expect(fields.map(\.jsonName) == ["id", "occurredAt", "purchaseRecorded", "receiptFailed"])
        #expect(fields.map(\.number) == [1, 2, 10, 11])
        #expect(fields.map(\.isOneofMember) == [false, false, true, true])
        let recorded = try #require(descriptor.field(named: "purchase_recorded"))
        #expect(recorded.type == .message)
        #expect(recorded.message == Events.PurchaseRecorded.descriptor)
        #expect(descriptor.field(number: 2)?.message == Common.Timestamp.descriptor)
        #expect(descriptor.field(number: 3) == nil)
        #expect(descriptor.field(number: -1) == nil)
        #expect(descriptor.field(named: "ID") == nil)
    }

    @Test func aFieldTellsItsTypeAndLabel() throws {
        let items = try #require(Budget.Purchase.descriptor.field(named: "items"))
        #expect(items.label == .repeated)
        #expect(items.quantifierOffset > 0)
        let state = try #require(Budget.Purchase.descriptor.field(named: "state"))
        #expect(state.label == .single)
        #expect(state.type == .enumeration)
        let enumeration = try #require(state.enumeration)
        #expect(enumeration.fullName == "larder.budget.v1.PurchaseState")
        #expect(enumeration.name(of: 2) == "PURCHASE_STATE_CONFIRMED")
        #expect(enumeration.number(of: "PURCHASE_STATE_TO_VERIFY") == 1)
        #expect(enumeration.name(of: 99) == nil)
        #expect(enumeration.number(of: "TO_VERIFY") == nil)
    }

    @Test func noTwoTypesHaveOneName() {
        let names = MessageCatalogue.all.map { $0.descriptor.fullName }
        #expect(Set(names).count == names.count)
    }
}
