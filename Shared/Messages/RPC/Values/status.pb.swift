// Generated from larder/rpc/v1/status.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// Typed details of a status that is not OK. Carried in the STATUS frame.
    public struct StatusDetails: Message {
        /// Every field of the request that is wrong, not only the first.
        public var fieldViolations: [RPCMessages.FieldViolation] = []
        /// How long to wait before another try, in milliseconds. Absent: no advice.
        public var retryDelay: RPCMessages.RetryDelay? = nil
        /// A stable, machine-readable reason in capitals with underscores, such as TOKEN_EXPIRED.
        public var reason: String = ""
        /// What the reason is about, such as the kind and id of a resource.
        public var entries: [RPCMessages.DetailEntry] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            fieldViolations: [RPCMessages.FieldViolation] = [],
            retryDelay: RPCMessages.RetryDelay? = nil,
            reason: String = "",
            entries: [RPCMessages.DetailEntry] = []
        ) {
            self.fieldViolations = fieldViolations
            self.retryDelay = retryDelay
            self.reason = reason
            self.entries = entries
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StatusDetails()
            larder__rpc__v1__status_details__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StatusDetails.self)
            self.fieldViolations = try MessageField.messages(c.pointee.n_field_violations, c.pointee.field_violations, "field_violations")
            self.retryDelay = try MessageField.message(c.pointee.retry_delay, "retry_delay")
            self.reason = try MessageField.string(c.pointee.reason, "reason")
            self.entries = try MessageField.messages(c.pointee.n_entries, c.pointee.entries, "entries")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StatusDetails.self)
            if !self.fieldViolations.isEmpty {
                c.pointee.n_field_violations = self.fieldViolations.count
                c.pointee.field_violations = try arena.messages(self.fieldViolations, "field_violations").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__FieldViolation>?.self)
            }
            if let value = self.retryDelay {
                c.pointee.retry_delay = try arena.message(value, "retry_delay").assumingMemoryBound(to: Larder__Rpc__V1__RetryDelay.self)
            }
            if !self.reason.isEmpty {
                c.pointee.reason = try arena.string(self.reason, "reason")
            }
            if !self.entries.isEmpty {
                c.pointee.n_entries = self.entries.count
                c.pointee.entries = try arena.messages(self.entries, "entries").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__DetailEntry>?.self)
            }
        }
    }

    /// `larder.rpc.v1.FieldViolation`
    public struct FieldViolation: Message {
        /// Path of the field in the request, such as "items[2].amount".
        public var field: String = ""
        /// A sentence that says what is wrong and what is allowed.
        public var description: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            field: String = "",
            description: String = ""
        ) {
            self.field = field
            self.description = description
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__FieldViolation()
            larder__rpc__v1__field_violation__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__FieldViolation.self)
            self.field = try MessageField.string(c.pointee.field, "field")
            self.description = try MessageField.string(c.pointee.description, "description")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__FieldViolation.self)
            if !self.field.isEmpty {
                c.pointee.field = try arena.string(self.field, "field")
            }
            if !self.description.isEmpty {
                c.pointee.description = try arena.string(self.description, "description")
            }
        }
    }

    /// `larder.rpc.v1.RetryDelay`
    public struct RetryDelay: Message {
        public var milliseconds: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            milliseconds: Int64 = 0
        ) {
            self.milliseconds = milliseconds
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__RetryDelay()
            larder__rpc__v1__retry_delay__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__RetryDelay.self)
            self.milliseconds = c.pointee.milliseconds
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__RetryDelay.self)
            c.pointee.milliseconds = self.milliseconds
        }
    }

    /// `larder.rpc.v1.DetailEntry`
    public struct DetailEntry: Message {
        public var key: String = ""
        public var value: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            key: String = "",
            value: String = ""
        ) {
            self.key = key
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__DetailEntry()
            larder__rpc__v1__detail_entry__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__DetailEntry.self)
            self.key = try MessageField.string(c.pointee.key, "key")
            self.value = try MessageField.string(c.pointee.value, "value")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__DetailEntry.self)
            if !self.key.isEmpty {
                c.pointee.key = try arena.string(self.key, "key")
            }
            if !self.value.isEmpty {
                c.pointee.value = try arena.string(self.value, "value")
            }
        }
    }
}
