// Generated from larder/notifications/v1/push.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Notifications {
    /// `larder.notifications.v1.GetPushKeyRequest`
    public struct GetPushKeyRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__GetPushKeyRequest()
            larder__notifications__v1__get_push_key_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.GetPushKeyResponse`
    public struct GetPushKeyResponse: Message {
        /// A point of P-256, uncompressed: 65 bytes.
        public var publicKey: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            publicKey: [UInt8] = []
        ) {
            self.publicKey = publicKey
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__GetPushKeyResponse()
            larder__notifications__v1__get_push_key_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetPushKeyResponse.self)
            self.publicKey = MessageField.values(c.pointee.public_key.len, c.pointee.public_key.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__GetPushKeyResponse.self)
            if !self.publicKey.isEmpty {
                c.pointee.public_key = ProtobufCBinaryData(len: self.publicKey.count, data: try arena.values(self.publicKey))
            }
        }
    }

    /// `larder.notifications.v1.RegisterPushDeviceRequest`
    public struct RegisterPushDeviceRequest: Message {
        /// Where the browser's push service takes messages: an HTTPS address of up to 2,048 characters.
        public var endpoint: String = ""
        /// The browser's key p256dh: 65 bytes.
        public var publicKey: [UInt8] = []
        /// The browser's secret auth: 16 bytes.
        public var secret: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            endpoint: String = "",
            publicKey: [UInt8] = [],
            secret: [UInt8] = []
        ) {
            self.endpoint = endpoint
            self.publicKey = publicKey
            self.secret = secret
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RegisterPushDeviceRequest()
            larder__notifications__v1__register_push_device_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RegisterPushDeviceRequest.self)
            self.endpoint = try MessageField.string(c.pointee.endpoint, "endpoint")
            self.publicKey = MessageField.values(c.pointee.public_key.len, c.pointee.public_key.data)
            self.secret = MessageField.values(c.pointee.secret.len, c.pointee.secret.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RegisterPushDeviceRequest.self)
            if !self.endpoint.isEmpty {
                c.pointee.endpoint = try arena.string(self.endpoint, "endpoint")
            }
            if !self.publicKey.isEmpty {
                c.pointee.public_key = ProtobufCBinaryData(len: self.publicKey.count, data: try arena.values(self.publicKey))
            }
            if !self.secret.isEmpty {
                c.pointee.secret = ProtobufCBinaryData(len: self.secret.count, data: try arena.values(self.secret))
            }
        }
    }

    /// `larder.notifications.v1.PushDevice`
    public struct PushDevice: Message {
        public var id: String = ""
        public var createdAt: Common.Timestamp? = nil
        public var renewedAt: Common.Timestamp? = nil
        /// The host of the push service, such as fcm.googleapis.com.
        public var service: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            createdAt: Common.Timestamp? = nil,
            renewedAt: Common.Timestamp? = nil,
            service: String = ""
        ) {
            self.id = id
            self.createdAt = createdAt
            self.renewedAt = renewedAt
            self.service = service
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__PushDevice()
            larder__notifications__v1__push_device__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PushDevice.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.renewedAt = try MessageField.message(c.pointee.renewed_at, "renewed_at")
            self.service = try MessageField.string(c.pointee.service, "service")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PushDevice.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.renewedAt {
                c.pointee.renewed_at = try arena.message(value, "renewed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.service.isEmpty {
                c.pointee.service = try arena.string(self.service, "service")
            }
        }
    }

    /// `larder.notifications.v1.ListPushDevicesRequest`
    public struct ListPushDevicesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListPushDevicesRequest()
            larder__notifications__v1__list_push_devices_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.notifications.v1.ListPushDevicesResponse`
    public struct ListPushDevicesResponse: Message {
        public var devices: [Notifications.PushDevice] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            devices: [Notifications.PushDevice] = []
        ) {
            self.devices = devices
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ListPushDevicesResponse()
            larder__notifications__v1__list_push_devices_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListPushDevicesResponse.self)
            self.devices = try MessageField.messages(c.pointee.n_devices, c.pointee.devices, "devices")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ListPushDevicesResponse.self)
            if !self.devices.isEmpty {
                c.pointee.n_devices = self.devices.count
                c.pointee.devices = try arena.messages(self.devices, "devices").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Notifications__V1__PushDevice>?.self)
            }
        }
    }

    /// `larder.notifications.v1.RemovePushDeviceRequest`
    public struct RemovePushDeviceRequest: Message {
        /// A UUID.
        public var id: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = ""
        ) {
            self.id = id
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RemovePushDeviceRequest()
            larder__notifications__v1__remove_push_device_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RemovePushDeviceRequest.self)
            self.id = try MessageField.string(c.pointee.id, "id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__RemovePushDeviceRequest.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
        }
    }

    /// `larder.notifications.v1.RemovePushDeviceResponse`
    public struct RemovePushDeviceResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__RemovePushDeviceResponse()
            larder__notifications__v1__remove_push_device_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }
}
