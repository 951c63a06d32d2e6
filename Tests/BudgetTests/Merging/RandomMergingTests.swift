import BudgetMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import RPC
import Testing

@testable import larder_budget

@Suite("Devices that edit offline", .timeLimit(.minutes(5)))
struct RandomMergingTests {
    @Test("agree once they are online, and nothing is lost that nobody has seen and replaced", arguments: 1...12)
    func random(seed: UInt64) async throws {
        try await BudgetTestEnvironment.with { environment in
            let user = User()
            let purchase = try await environment.record(user) { ($0.total, $0.taxes) = (nil, []) }
            var run = RandomDevices(environment, user, purchase, devices: 2 + Int(seed % 2), seed: seed)
            for _ in 0..<60 { try await run.step() }
            let states = try await run.bringOnline()
            #expect(states.allSatisfy { $0 == states[0] })
            #expect(run.lost(in: states[0]) == [])
            #expect(run.differences(from: states[0]) == [])
            let check = try await environment.service.store.check(of: try #require(UUID(canonical: user.id)))
            #expect(check.differences == [] && check.purchases == 1)
        }
    }
}

/// Devices of one user that edit a purchase offline and send their edits at random times, beside a plain model of what has to
/// become of them.
private struct RandomDevices {
    private typealias Edit = Budget.PurchaseEdit.Edit

    /// What a device knows and hasn't sent.
    private struct Device {
        var seen: Budget.Purchase
        var pending: [Edit] = []
        /// What the pending edits write.
        var written: [Value] = []
        /// What they replace or drop, since it is known here.
        var replaced: Set<Value> = []
        /// What they set fields to.
        var fields: [String: Value] = [:]
        /// Seconds after the recording.
        var madeAt: Int64 = 0

        /// Whether what it does next depends on what it has done.
        var isDecided: Bool {
            pending.contains { edit in
                switch edit {
                case .itemRemoval, .conflict: true
                default: false
                }
            }
        }
    }

    /// The newest version of a field.
    private struct Newest {
        var value: Value
        var time: Int64
    }

    private let environment: BudgetTestEnvironment
    private let user: User
    private let purchase: Budget.Purchase
    private var random: SeededGenerator
    private var devices: [Device]
    /// Seconds since the recording.
    private var now: Int64 = 0
    /// Counts values, so that no two are alike.
    private var counter = 0
    /// Everything that was written and arrived.
    private var written: Set<Value> = []
    /// What was replaced or dropped by somebody who had seen it.
    private var replaced: Set<Value> = []
    /// The model of fields.
    private var fields: [String: Newest] = [:]
    /// When each version was made, from the first.
    private var times: [Int64] = [0]

    init(
        _ environment: BudgetTestEnvironment,
        _ user: User,
        _ purchase: Budget.Purchase,
        devices count: Int,
        seed: UInt64
    ) {
        self.environment = environment
        self.user = user
        self.purchase = purchase
        random = SeededGenerator(seed: seed)
        devices = Array(repeating: Device(seen: purchase), count: count)
    }

    // MARK: Running

    /// One device edits, or sends its edits.
    mutating func step() async throws {
        let seconds = Int64.random(in: 1...60, using: &random)
        now += seconds
        environment.clock.advance(by: TimeInterval(seconds))
        let device = devices.indices.randomElement(using: &random) ?? 0
        let isIdle = devices[device].pending.isEmpty
        if isIdle || !devices[device].isDecided && Int.random(in: 0..<3, using: &random) > 0 {
            edit(on: device)
        } else {
            try await send(from: device)
        }
    }

    /// Has all devices send their edits, and read what there is then.
    mutating func bringOnline() async throws -> [Budget.Purchase] {
        for device in devices.indices.shuffled(using: &random) where !devices[device].pending.isEmpty {
            try await send(from: device)
        }
        var states: [Budget.Purchase] = []
        for _ in devices { states.append(try await environment.get(purchase.id, user)) }
        return states
    }

    /// What was written, and is neither shown nor among the versions to choose from, though nobody who had seen it replaced it.
    func lost(in state: Budget.Purchase) -> [Value] {
        let kept = state.values.union(state.conflicts.flatMap { $0.edit?.values ?? [] })
        let items = Set(state.items.map(\.id))
        return written.subtracting(replaced).subtracting(kept)
            .filter { $0.kind != "removed" || items.contains($0.text) }.sorted { $0.text < $1.text }
    }

    /// The fields that don't show the newest of their versions.
    func differences(from state: Budget.Purchase) -> [String] {
        fields.filter { !state.values.contains($0.value.value) }.keys.sorted()
    }

    /// Sends the pending edits of a device, which then knows the present purchase. What can't be merged is dropped.
    private mutating func send(from index: Int) async throws {
        let device = devices[index]
        let present: Budget.Purchase
        do {
            present = try await environment.merge(device.seen, user, at: device.madeAt, device.pending)
            take(device, into: present)
        } catch let status as Status where status.code == .aborted {
            present = try await environment.get(purchase.id, user)
        }
        devices[index] = Device(seen: present)
    }

    private mutating func take(_ device: Device, into present: Budget.Purchase) {
        written.formUnion(device.written)
        replaced.formUnion(device.replaced)
        let seen = times.prefix(Int(device.seen.version)).max() ?? 0
        let time = min(max(device.madeAt, seen), now)
        if present.version > times.count { times.append(time) }
        // One that is set to what it is already has not changed.
        for (name, value) in device.fields where fields[name]?.value != value && time >= fields[name]?.time ?? 0 {
            fields[name] = Newest(value: value, time: time)
        }
    }

    // MARK: Editing

    /// Makes an edit on a device, whose clock is a little slow.
    private mutating func edit(on index: Int) {
        var device = devices[index]
        device.madeAt = now - Int64.random(in: 0...120, using: &random)
        let hasPending = !device.pending.isEmpty
        switch Int.random(in: 0..<10, using: &random) {
        case 0 where !hasPending: remove(from: &device)
        case 1...2 where !hasPending && !device.seen.conflicts.isEmpty: choose(on: &device)
        case 3: add(to: &device)
        case 4...6: changeItem(of: &device)
        default: changeField(of: &device)
        }
        devices[index] = device
    }

    private mutating func number() -> Int64 {
        counter += 1
        return Int64(1_000 + counter)
    }

    private mutating func changeField(of device: inout Device) {
        let number = number()
        let (name, edit): (String, Edit) =
            switch Int.random(in: 0..<3, using: &random) {
            case 0: ("address", .storeAddress(.init(value: "\(number) Main Street")))
            case 1: ("note", .note(.init(value: "Note \(number)")))
            default: ("subtotal", .subtotal(.init(value: .cad(number))))
            }
        // One that is edited twice before it is sent is sent as it is then.
        guard device.fields[name] == nil, let value = edit.values.first else { return }
        device.pending.append(edit)
        device.written.append(value)
        device.fields[name] = value
        device.replaced.formUnion(device.seen.values.filter { $0.kind == name })
    }

    private mutating func changeItem(of device: inout Device) {
        guard let item = device.seen.items.randomElement(using: &random) else { return }
        let number = number()
        var correction = Budget.ItemCorrection(itemID: item.id)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: correction.name = .init(value: "Item \(number)")
        case 1: correction.quantity = .init(thousandths: number)
        default: (correction.amount, correction.returned) = (.cad(number), .init(value: false))
        }
        let edit = Edit.item(correction)
        guard let value = edit.values.first,
            !device.pending.contains(where: { $0.itemID == item.id && $0.values.first?.kind == value.kind })
        else { return }
        device.pending.append(edit)
        device.written.append(value)
        device.replaced.formUnion(item.values.filter { $0.kind == value.kind })
    }

    private mutating func add(to device: inout Device) {
        let number = number()
        let item = Budget.NewItem(
            name: "New \(number)",
            quantityThousandths: number,
            amount: .cad(number),
            afterItemID: device.seen.items.randomElement(using: &random)?.id ?? ""
        )
        device.pending.append(.newItem(item))
        device.written += Edit.newItem(item).values
    }

    private mutating func remove(from device: inout Device) {
        guard let item = device.seen.items.randomElement(using: &random) else { return }
        device.pending.append(.itemRemoval(.init(itemID: item.id)))
        removed(item.id, &device)
    }

    /// Removing an item replaces all that is known of it.
    private func removed(_ id: String, _ device: inout Device) {
        device.written.append(Value(kind: "removed", text: id))
        device.replaced.formUnion(device.seen.items.filter { $0.id == id }.flatMap(\.values))
        let versions = device.seen.conflicts.compactMap(\.edit?.edit).filter { $0.itemID == id }
        device.replaced.formUnion(versions.flatMap(\.values).filter { $0.kind != "removed" })
    }

    private mutating func choose(on device: inout Device) {
        guard let conflict = device.seen.conflicts.randomElement(using: &random), let edit = conflict.edit?.edit
        else { return }
        let takesOther = Bool.random(using: &random)
        device.pending.append(.conflict(.init(conflictID: conflict.id, takeOther: takesOther)))
        guard takesOther else { return device.replaced.formUnion(edit.values) }
        switch edit {
        case .itemRemoval(let removal): removed(removal.itemID, &device)
        case .newItem: break
        case .item(let correction):
            let kinds = Set(edit.values.map(\.kind))
            let shown = device.seen.items.filter { $0.id == correction.itemID }.flatMap(\.values)
            device.written += edit.values
            device.replaced.formUnion(shown.filter { kinds.contains($0.kind) })
        default:
            for value in edit.values {
                device.written.append(value)
                device.fields[value.kind] = value
                device.replaced.formUnion(device.seen.values.filter { $0.kind == value.kind })
            }
        }
    }
}

/// Something that a device sets: a field or a detail of an item, or that an item is removed.
private struct Value: Hashable {
    let kind: String
    let text: String
}

extension Budget.Purchase {
    /// What it shows, apart from what is not set by these tests.
    fileprivate var values: Set<Value> {
        let fields = [
            Value(kind: "address", text: storeAddress), Value(kind: "note", text: note),
            Value(kind: "subtotal", text: "\(subtotal?.minorUnits ?? 0)"),
        ]
        return Set(fields + items.flatMap(\.values))
    }
}

extension Budget.PurchaseItem {
    fileprivate var values: [Value] {
        [
            Value(kind: "name", text: productName), Value(kind: "quantity", text: "\(quantityThousandths)"),
            Value(kind: "amount", text: "\(amount?.minorUnits ?? 0)"),
        ]
    }
}

extension Budget.PurchaseEdit {
    fileprivate var values: [Value] { edit?.values ?? [] }
}

extension Budget.PurchaseEdit.Edit {
    /// The item that it is about; nil for a new one, and for a field.
    fileprivate var itemID: String? {
        switch self {
        case .item(let correction): correction.itemID
        case .itemRemoval(let removal): removal.itemID
        default: nil
        }
    }

    /// What it sets.
    fileprivate var values: [Value] {
        switch self {
        case .storeAddress(let text): [Value(kind: "address", text: text.value)]
        case .note(let text): [Value(kind: "note", text: text.value)]
        case .subtotal(let amount): [Value(kind: "subtotal", text: "\(amount.value?.minorUnits ?? 0)")]
        case .itemRemoval(let removal): [Value(kind: "removed", text: removal.itemID)]
        case .newItem(let item):
            [
                Value(kind: "name", text: item.name), Value(kind: "quantity", text: "\(item.quantityThousandths)"),
                Value(kind: "amount", text: "\(item.amount?.minorUnits ?? 0)"),
            ]
        case .item(let correction):
            [
                (correction.name?.value ?? correction.product?.name).map { Value(kind: "name", text: $0) },
                correction.quantity.map { Value(kind: "quantity", text: "\($0.thousandths)") },
                correction.amount.map { Value(kind: "amount", text: "\($0.minorUnits)") },
            ].compactMap(\.self)
        default: []
        }
    }
}
