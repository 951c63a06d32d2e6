// Generated from larder/rpc/v1/echo.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.EchoMessage`
    public struct EchoMessage: Message {
        public var payload: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            payload: [UInt8] = []
        ) {
            self.payload = payload
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__EchoMessage()
            larder__rpc__v1__echo_message__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoMessage.self)
            self.payload = MessageField.values(c.pointee.payload.len, c.pointee.payload.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoMessage.self)
            if !self.payload.isEmpty {
                c.pointee.payload = ProtobufCBinaryData(len: self.payload.count, data: try arena.values(self.payload))
            }
        }
    }

    /// `larder.rpc.v1.EchoSummary`
    public struct EchoSummary: Message {
        public var messages: Int64 = 0
        public var bytes: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            messages: Int64 = 0,
            bytes: Int64 = 0
        ) {
            self.messages = messages
            self.bytes = bytes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__EchoSummary()
            larder__rpc__v1__echo_summary__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoSummary.self)
            self.messages = c.pointee.messages
            self.bytes = c.pointee.bytes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoSummary.self)
            c.pointee.messages = self.messages
            c.pointee.bytes = self.bytes
        }
    }

    /// `larder.rpc.v1.RepeatEchoRequest`
    public struct RepeatEchoRequest: Message {
        public var message: RPCMessages.EchoMessage? = nil
        public var times: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            message: RPCMessages.EchoMessage? = nil,
            times: Int32 = 0
        ) {
            self.message = message
            self.times = times
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__RepeatEchoRequest()
            larder__rpc__v1__repeat_echo_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__RepeatEchoRequest.self)
            self.message = try MessageField.message(c.pointee.message, "message")
            self.times = c.pointee.times
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__RepeatEchoRequest.self)
            if let value = self.message {
                c.pointee.message = try arena.message(value, "message").assumingMemoryBound(to: Larder__Rpc__V1__EchoMessage.self)
            }
            c.pointee.times = self.times
        }
    }
}
