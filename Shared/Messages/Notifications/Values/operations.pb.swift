// Generated from larder/notifications/v1/operations.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Notifications {
    /// `larder.notifications.v1.ListFailuresRequest`
    public struct ListFailuresRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListFailuresRequest()
            larder__notifications__v1__list_failures_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.DeliveryFailures`
    public struct DeliveryFailures: Message {
        public var channel: Notifications.NoticeChannel = .unspecified
        public var reason: String = ""
        public var count: Int64 = 0
        /// When the first of them was given up.
        public var since: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            channel: Notifications.NoticeChannel = .unspecified,
            reason: String = "",
            count: Int64 = 0,
            since: Common.Timestamp? = nil
        ) {
            self.channel = channel
            self.reason = reason
            self.count = count
            self.since = since
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__DeliveryFailures()
            larder__notifications__v1__delivery_failures__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeliveryFailures.self)
            self.channel = Notifications.NoticeChannel(rawValue: Int32(truncatingIfNeeded: c.pointee.channel.rawValue))
            self.reason = try MessageField.string(c.pointee.reason, "reason")
            self.count = c.pointee.count
            self.since = try MessageField.message(c.pointee.since, "since")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__DeliveryFailures.self)
            c.pointee.channel = .init(rawValue: .init(truncatingIfNeeded: self.channel.rawValue))
            if !self.reason.isEmpty {
                c.pointee.reason = try arena.string(self.reason, "reason")
            }
            c.pointee.count = self.count
            if let value = self.since {
                c.pointee.since = try arena.message(value, "since").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.notifications.v1.ListFailuresResponse`
    public struct ListFailuresResponse: Message {
        /// The most frequent first, 100 at most.
        public var failures: [Notifications.DeliveryFailures] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            failures: [Notifications.DeliveryFailures] = []
        ) {
            self.failures = failures
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListFailuresResponse()
            larder__notifications__v1__list_failures_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListFailuresResponse.self)
            self.failures = try MessageField.messages(c.pointee.n_failures, c.pointee.failures, "failures")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListFailuresResponse.self)
            if !self.failures.isEmpty {
                c.pointee.n_failures = self.failures.count
                c.pointee.failures = try arena.messages(self.failures, "failures").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__DeliveryFailures>?.self)
            }
        }
    }

    /// `larder.notifications.v1.RetryFailuresRequest`
    public struct RetryFailuresRequest: Message {
        /// Unspecified for all channels.
        public var channel: Notifications.NoticeChannel = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            channel: Notifications.NoticeChannel = .unspecified
        ) {
            self.channel = channel
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RetryFailuresRequest()
            larder__notifications__v1__retry_failures_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RetryFailuresRequest.self)
            self.channel = Notifications.NoticeChannel(rawValue: Int32(truncatingIfNeeded: c.pointee.channel.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RetryFailuresRequest.self)
            c.pointee.channel = .init(rawValue: .init(truncatingIfNeeded: self.channel.rawValue))
        }
    }

    /// `larder.notifications.v1.RetryFailuresResponse`
    public struct RetryFailuresResponse: Message {
        /// How many deliveries.
        public var count: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            count: Int64 = 0
        ) {
            self.count = count
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RetryFailuresResponse()
            larder__notifications__v1__retry_failures_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RetryFailuresResponse.self)
            self.count = c.pointee.count
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RetryFailuresResponse.self)
            c.pointee.count = self.count
        }
    }
}
