// Generated from larder/todo/v1/todo.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CTodoMessages
public import CommonMessages
public import MessageCoding

extension Todo {
    /// `larder.todo.v1.Item`
    public struct Item: Message {
        /// A UUID.
        public var id: String = ""
        /// From 1, counting up with each change.
        public var version: Int64 = 0
        /// The list's revision that the item's latest change made: the cursor of a watch.
        public var revision: Int64 = 0
        public var title: String = ""
        /// YYYY-MM-DD, or empty.
        public var dueDay: String = ""
        public var isDone: Bool = false
        public var isRemoved: Bool = false
        /// Set by the daily reminder once the day has come and the item is not done.
        public var isDue: Bool = false
        /// The purchase to check, or empty.
        public var purchaseID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            version: Int64 = 0,
            revision: Int64 = 0,
            title: String = "",
            dueDay: String = "",
            isDone: Bool = false,
            isRemoved: Bool = false,
            isDue: Bool = false,
            purchaseID: String = ""
        ) {
            self.id = id
            self.version = version
            self.revision = revision
            self.title = title
            self.dueDay = dueDay
            self.isDone = isDone
            self.isRemoved = isRemoved
            self.isDue = isDue
            self.purchaseID = purchaseID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__Item()
            larder__todo__v1__item__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__Item.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.version = c.pointee.version
            self.revision = c.pointee.revision
            self.title = try MessageField.string(c.pointee.title, "title")
            self.dueDay = try MessageField.string(c.pointee.due_day, "due_day")
            self.isDone = c.pointee.is_done != 0
            self.isRemoved = c.pointee.is_removed != 0
            self.isDue = c.pointee.is_due != 0
            self.purchaseID = try MessageField.string(c.pointee.purchase_id, "purchase_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__Item.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.version = self.version
            c.pointee.revision = self.revision
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            if !self.dueDay.isEmpty {
                c.pointee.due_day = try arena.string(self.dueDay, "due_day")
            }
            c.pointee.is_done = self.isDone ? 1 : 0
            c.pointee.is_removed = self.isRemoved ? 1 : 0
            c.pointee.is_due = self.isDue ? 1 : 0
            if !self.purchaseID.isEmpty {
                c.pointee.purchase_id = try arena.string(self.purchaseID, "purchase_id")
            }
        }
    }

    /// `larder.todo.v1.AddItemRequest`
    public struct AddItemRequest: Message {
        /// 1 to 200 characters.
        public var title: String = ""
        /// YYYY-MM-DD, or empty.
        public var dueDay: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            title: String = "",
            dueDay: String = ""
        ) {
            self.title = title
            self.dueDay = dueDay
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__AddItemRequest()
            larder__todo__v1__add_item_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__AddItemRequest.self)
            self.title = try MessageField.string(c.pointee.title, "title")
            self.dueDay = try MessageField.string(c.pointee.due_day, "due_day")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__AddItemRequest.self)
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            if !self.dueDay.isEmpty {
                c.pointee.due_day = try arena.string(self.dueDay, "due_day")
            }
        }
    }

    /// `larder.todo.v1.EditItemRequest`
    public struct EditItemRequest: Message {
        public var itemID: String = ""
        /// The version that the caller has seen, or 0 for any.
        public var expectedVersion: Int64 = 0
        public var edit: Edit?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            itemID: String = "",
            expectedVersion: Int64 = 0,
            edit: Edit? = nil
        ) {
            self.itemID = itemID
            self.expectedVersion = expectedVersion
            self.edit = edit
        }

        /// One of the fields that can't be set together.
        public enum Edit: Sendable, Equatable {
            case title(String)
            case dueDay(String)
            case done(Bool)
            case removed(Bool)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__EditItemRequest()
            larder__todo__v1__edit_item_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__EditItemRequest.self)
            self.itemID = try MessageField.string(c.pointee.item_id, "item_id")
            self.expectedVersion = c.pointee.expected_version
            switch c.pointee.edit_case.rawValue {
            case 3:
                self.edit = .title(try MessageField.string(c.pointee.title, "title"))
            case 4:
                self.edit = .dueDay(try MessageField.string(c.pointee.due_day, "due_day"))
            case 5:
                self.edit = .done(c.pointee.done != 0)
            case 6:
                self.edit = .removed(c.pointee.removed != 0)
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__EditItemRequest.self)
            if !self.itemID.isEmpty {
                c.pointee.item_id = try arena.string(self.itemID, "item_id")
            }
            c.pointee.expected_version = self.expectedVersion
            switch self.edit {
            case .title(let value):
                c.pointee.edit_case = .init(rawValue: 3)
                c.pointee.title = try arena.string(value, "title")
            case .dueDay(let value):
                c.pointee.edit_case = .init(rawValue: 4)
                c.pointee.due_day = try arena.string(value, "due_day")
            case .done(let value):
                c.pointee.edit_case = .init(rawValue: 5)
                c.pointee.done = value ? 1 : 0
            case .removed(let value):
                c.pointee.edit_case = .init(rawValue: 6)
                c.pointee.removed = value ? 1 : 0
            case nil: break
            }
        }
    }

    /// `larder.todo.v1.UndoItemRequest`
    public struct UndoItemRequest: Message {
        public var itemID: String = ""
        public var expectedVersion: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            itemID: String = "",
            expectedVersion: Int64 = 0
        ) {
            self.itemID = itemID
            self.expectedVersion = expectedVersion
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__UndoItemRequest()
            larder__todo__v1__undo_item_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__UndoItemRequest.self)
            self.itemID = try MessageField.string(c.pointee.item_id, "item_id")
            self.expectedVersion = c.pointee.expected_version
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__UndoItemRequest.self)
            if !self.itemID.isEmpty {
                c.pointee.item_id = try arena.string(self.itemID, "item_id")
            }
            c.pointee.expected_version = self.expectedVersion
        }
    }

    /// `larder.todo.v1.ListItemsRequest`
    public struct ListItemsRequest: Message {
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil
        ) {
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__ListItemsRequest()
            larder__todo__v1__list_items_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__ListItemsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__ListItemsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.todo.v1.ListItemsResponse`
    public struct ListItemsResponse: Message {
        public var items: [Todo.Item] = []
        /// Empty at the end.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            items: [Todo.Item] = [],
            nextPageToken: String = ""
        ) {
            self.items = items
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__ListItemsResponse()
            larder__todo__v1__list_items_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__ListItemsResponse.self)
            self.items = try MessageField.messages(c.pointee.n_items, c.pointee.items, "items")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__ListItemsResponse.self)
            if !self.items.isEmpty {
                c.pointee.n_items = self.items.count
                c.pointee.items = try arena.messages(self.items, "items").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Todo__V1__Item>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// `larder.todo.v1.WatchItemsRequest`
    public struct WatchItemsRequest: Message {
        /// The largest revision that the caller has seen; 0 for all items.
        public var afterRevision: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            afterRevision: Int64 = 0
        ) {
            self.afterRevision = afterRevision
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Todo__V1__WatchItemsRequest()
            larder__todo__v1__watch_items_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__WatchItemsRequest.self)
            self.afterRevision = c.pointee.after_revision
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Todo__V1__WatchItemsRequest.self)
            c.pointee.after_revision = self.afterRevision
        }
    }
}
