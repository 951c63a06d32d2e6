// Generated from larder/notifications/v1/inbox.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Notifications {
    /// `larder.notifications.v1.Notification`
    public struct Notification: Message {
        public var id: String = ""
        /// receipt_ready …
        public var kind: String = ""
        public var title: String = ""
        /// Up to 200 characters.
        public var message: String = ""
        /// The subject, such as "purchase:<id>".
        public var subject: String = ""
        public var createdAt: Common.Timestamp? = nil
        /// Absent while unread.
        public var readAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            kind: String = "",
            title: String = "",
            message: String = "",
            subject: String = "",
            createdAt: Common.Timestamp? = nil,
            readAt: Common.Timestamp? = nil
        ) {
            self.id = id
            self.kind = kind
            self.title = title
            self.message = message
            self.subject = subject
            self.createdAt = createdAt
            self.readAt = readAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__Notification()
            larder__notifications__v1__notification__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__Notification.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.title = try MessageField.string(c.pointee.title, "title")
            self.message = try MessageField.string(c.pointee.message, "message")
            self.subject = try MessageField.string(c.pointee.subject, "subject")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.readAt = try MessageField.message(c.pointee.read_at, "read_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__Notification.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
            if !self.message.isEmpty {
                c.pointee.message = try arena.string(self.message, "message")
            }
            if !self.subject.isEmpty {
                c.pointee.subject = try arena.string(self.subject, "subject")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.readAt {
                c.pointee.read_at = try arena.message(value, "read_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.notifications.v1.ListNotificationsRequest`
    public struct ListNotificationsRequest: Message {
        public var page: Common.PageRequest? = nil
        public var unreadOnly: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil,
            unreadOnly: Bool = false
        ) {
            self.page = page
            self.unreadOnly = unreadOnly
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListNotificationsRequest()
            larder__notifications__v1__list_notifications_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListNotificationsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
            self.unreadOnly = c.pointee.unread_only != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListNotificationsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
            c.pointee.unread_only = self.unreadOnly ? 1 : 0
        }
    }

    /// `larder.notifications.v1.ListNotificationsResponse`
    public struct ListNotificationsResponse: Message {
        public var notifications: [Notifications.Notification] = []
        public var nextPageToken: String = ""
        public var unread: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            notifications: [Notifications.Notification] = [],
            nextPageToken: String = "",
            unread: Int64 = 0
        ) {
            self.notifications = notifications
            self.nextPageToken = nextPageToken
            self.unread = unread
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListNotificationsResponse()
            larder__notifications__v1__list_notifications_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListNotificationsResponse.self)
            self.notifications = try MessageField.messages(c.pointee.n_notifications, c.pointee.notifications, "notifications")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
            self.unread = c.pointee.unread
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListNotificationsResponse.self)
            if !self.notifications.isEmpty {
                c.pointee.n_notifications = self.notifications.count
                c.pointee.notifications = try arena.messages(self.notifications, "notifications").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__Notification>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
            c.pointee.unread = self.unread
        }
    }

    /// `larder.notifications.v1.MarkNotificationsReadRequest`
    public struct MarkNotificationsReadRequest: Message {
        /// NOT_FOUND when one is not the caller's, and then none is marked.
        public var notificationIDs: [String] = []
        /// Marks the entries about these, if there are any; 1 to 100 characters each. With the ids, 1 to 200.
        public var subjects: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            notificationIDs: [String] = [],
            subjects: [String] = []
        ) {
            self.notificationIDs = notificationIDs
            self.subjects = subjects
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__MarkNotificationsReadRequest()
            larder__notifications__v1__mark_notifications_read_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__MarkNotificationsReadRequest.self)
            self.notificationIDs = try MessageField.strings(c.pointee.n_notification_ids, c.pointee.notification_ids, "notification_ids")
            self.subjects = try MessageField.strings(c.pointee.n_subjects, c.pointee.subjects, "subjects")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__MarkNotificationsReadRequest.self)
            if !self.notificationIDs.isEmpty {
                c.pointee.n_notification_ids = self.notificationIDs.count
                c.pointee.notification_ids = try arena.strings(self.notificationIDs, "notification_ids")
            }
            if !self.subjects.isEmpty {
                c.pointee.n_subjects = self.subjects.count
                c.pointee.subjects = try arena.strings(self.subjects, "subjects")
            }
        }
    }

    /// `larder.notifications.v1.MarkNotificationsReadResponse`
    public struct MarkNotificationsReadResponse: Message {
        public var unread: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            unread: Int64 = 0
        ) {
            self.unread = unread
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__MarkNotificationsReadResponse()
            larder__notifications__v1__mark_notifications_read_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__MarkNotificationsReadResponse.self)
            self.unread = c.pointee.unread
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__MarkNotificationsReadResponse.self)
            c.pointee.unread = self.unread
        }
    }

    /// `larder.notifications.v1.DeleteNotificationsRequest`
    public struct DeleteNotificationsRequest: Message {
        /// 1 to 200 ids; NOT_FOUND when one is not the caller's, or was erased, and then none is deleted.
        public var notificationIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            notificationIDs: [String] = []
        ) {
            self.notificationIDs = notificationIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__DeleteNotificationsRequest()
            larder__notifications__v1__delete_notifications_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteNotificationsRequest.self)
            self.notificationIDs = try MessageField.strings(c.pointee.n_notification_ids, c.pointee.notification_ids, "notification_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteNotificationsRequest.self)
            if !self.notificationIDs.isEmpty {
                c.pointee.n_notification_ids = self.notificationIDs.count
                c.pointee.notification_ids = try arena.strings(self.notificationIDs, "notification_ids")
            }
        }
    }

    /// `larder.notifications.v1.DeleteNotificationsResponse`
    public struct DeleteNotificationsResponse: Message {
        /// The number of unread entries that are left.
        public var unread: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            unread: Int64 = 0
        ) {
            self.unread = unread
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__DeleteNotificationsResponse()
            larder__notifications__v1__delete_notifications_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteNotificationsResponse.self)
            self.unread = c.pointee.unread
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteNotificationsResponse.self)
            c.pointee.unread = self.unread
        }
    }

    /// `larder.notifications.v1.DeleteAllNotificationsRequest`
    public struct DeleteAllNotificationsRequest: Message {
        /// The newest entry that the caller has seen: it is deleted with all that came before it. NOT_FOUND when it is not the caller's,
        /// or was erased; it may have been deleted before.
        public var newestID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            newestID: String = ""
        ) {
            self.newestID = newestID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__DeleteAllNotificationsRequest()
            larder__notifications__v1__delete_all_notifications_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteAllNotificationsRequest.self)
            self.newestID = try MessageField.string(c.pointee.newest_id, "newest_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteAllNotificationsRequest.self)
            if !self.newestID.isEmpty {
                c.pointee.newest_id = try arena.string(self.newestID, "newest_id")
            }
        }
    }

    /// `larder.notifications.v1.DeleteAllNotificationsResponse`
    public struct DeleteAllNotificationsResponse: Message {
        /// Restores what was deleted. Empty when there was nothing to delete.
        public var deletionID: String = ""
        /// How many entries were deleted.
        public var deleted: Int64 = 0
        /// The number of unread entries that are left.
        public var unread: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            deletionID: String = "",
            deleted: Int64 = 0,
            unread: Int64 = 0
        ) {
            self.deletionID = deletionID
            self.deleted = deleted
            self.unread = unread
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__DeleteAllNotificationsResponse()
            larder__notifications__v1__delete_all_notifications_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteAllNotificationsResponse.self)
            self.deletionID = try MessageField.string(c.pointee.deletion_id, "deletion_id")
            self.deleted = c.pointee.deleted
            self.unread = c.pointee.unread
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeleteAllNotificationsResponse.self)
            if !self.deletionID.isEmpty {
                c.pointee.deletion_id = try arena.string(self.deletionID, "deletion_id")
            }
            c.pointee.deleted = self.deleted
            c.pointee.unread = self.unread
        }
    }

    /// `larder.notifications.v1.RestoreNotificationsRequest`
    public struct RestoreNotificationsRequest: Message {
        /// 1 to 200 ids, or a deletion and no ids; NOT_FOUND when one is not the caller's, or was erased, and then none is restored.
        public var notificationIDs: [String] = []
        /// What DeleteAllNotifications answered: all that it deleted is restored. NOT_FOUND when it was not the caller's, or is 24 hours
        /// ago.
        public var deletionID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            notificationIDs: [String] = [],
            deletionID: String = ""
        ) {
            self.notificationIDs = notificationIDs
            self.deletionID = deletionID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RestoreNotificationsRequest()
            larder__notifications__v1__restore_notifications_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RestoreNotificationsRequest.self)
            self.notificationIDs = try MessageField.strings(c.pointee.n_notification_ids, c.pointee.notification_ids, "notification_ids")
            self.deletionID = try MessageField.string(c.pointee.deletion_id, "deletion_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RestoreNotificationsRequest.self)
            if !self.notificationIDs.isEmpty {
                c.pointee.n_notification_ids = self.notificationIDs.count
                c.pointee.notification_ids = try arena.strings(self.notificationIDs, "notification_ids")
            }
            if !self.deletionID.isEmpty {
                c.pointee.deletion_id = try arena.string(self.deletionID, "deletion_id")
            }
        }
    }

    /// `larder.notifications.v1.RestoreNotificationsResponse`
    public struct RestoreNotificationsResponse: Message {
        /// The number of unread entries.
        public var unread: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            unread: Int64 = 0
        ) {
            self.unread = unread
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RestoreNotificationsResponse()
            larder__notifications__v1__restore_notifications_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RestoreNotificationsResponse.self)
            self.unread = c.pointee.unread
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RestoreNotificationsResponse.self)
            c.pointee.unread = self.unread
        }
    }

    /// `larder.notifications.v1.WatchNotificationsRequest`
    public struct WatchNotificationsRequest: Message {
        /// The cursor of the last update, to resume a watch: what has changed since is sent. Empty for a new watch.
        public var cursor: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = ""
        ) {
            self.cursor = cursor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__WatchNotificationsRequest()
            larder__notifications__v1__watch_notifications_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__WatchNotificationsRequest.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__WatchNotificationsRequest.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
        }
    }

    /// `larder.notifications.v1.InboxUpdate`
    public struct InboxUpdate: Message {
        /// Resumes the watch after this update, with any instance of the service; valid for 30 days.
        public var cursor: String = ""
        /// Whether the inbox has to be read anew, after this update: the watch is new, or its cursor is no longer valid. What changes
        /// from now on is sent.
        public var reset: Bool = false
        /// The entries that have changed, at most 200, as they are now.
        public var notifications: [Notifications.Notification] = []
        /// The number of unread entries of the whole inbox.
        public var unread: Int64 = 0
        /// The entries that were removed.
        public var removedIDs: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            cursor: String = "",
            reset: Bool = false,
            notifications: [Notifications.Notification] = [],
            unread: Int64 = 0,
            removedIDs: [String] = []
        ) {
            self.cursor = cursor
            self.reset = reset
            self.notifications = notifications
            self.unread = unread
            self.removedIDs = removedIDs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__InboxUpdate()
            larder__notifications__v1__inbox_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__InboxUpdate.self)
            self.cursor = try MessageField.string(c.pointee.cursor, "cursor")
            self.reset = c.pointee.reset != 0
            self.notifications = try MessageField.messages(c.pointee.n_notifications, c.pointee.notifications, "notifications")
            self.unread = c.pointee.unread
            self.removedIDs = try MessageField.strings(c.pointee.n_removed_ids, c.pointee.removed_ids, "removed_ids")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__InboxUpdate.self)
            if !self.cursor.isEmpty {
                c.pointee.cursor = try arena.string(self.cursor, "cursor")
            }
            c.pointee.reset = self.reset ? 1 : 0
            if !self.notifications.isEmpty {
                c.pointee.n_notifications = self.notifications.count
                c.pointee.notifications = try arena.messages(self.notifications, "notifications").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__Notification>?.self)
            }
            c.pointee.unread = self.unread
            if !self.removedIDs.isEmpty {
                c.pointee.n_removed_ids = self.removedIDs.count
                c.pointee.removed_ids = try arena.strings(self.removedIDs, "removed_ids")
            }
        }
    }
}
