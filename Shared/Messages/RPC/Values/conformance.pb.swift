// Generated from larder/rpc/v1/conformance.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.Empty`
    public struct Empty: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Empty()
            larder__rpc__v1__empty__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// A bool that may be absent.
    public struct BoolValue: Message {
        public var value: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            value: Bool = false
        ) {
            self.value = value
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__BoolValue()
            larder__rpc__v1__bool_value__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            self.value = c.pointee.value != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            c.pointee.value = self.value ? 1 : 0
        }
    }

    /// Bytes whose content nobody looks at.
    public struct Payload: Message {
        public var body: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            body: [UInt8] = []
        ) {
            self.body = body
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Payload()
            larder__rpc__v1__payload__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            self.body = MessageField.values(c.pointee.body.len, c.pointee.body.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            if !self.body.isEmpty {
                c.pointee.body = ProtobufCBinaryData(len: self.body.count, data: try arena.values(self.body))
            }
        }
    }

    /// A status for the server to end the call with.
    public struct EchoStatus: Message {
        public var code: Int32 = 0
        public var message: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            code: Int32 = 0,
            message: String = ""
        ) {
            self.code = code
            self.message = message
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__EchoStatus()
            larder__rpc__v1__echo_status__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoStatus.self)
            self.code = c.pointee.code
            self.message = try MessageField.string(c.pointee.message, "message")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__EchoStatus.self)
            c.pointee.code = self.code
            if !self.message.isEmpty {
                c.pointee.message = try arena.string(self.message, "message")
            }
        }
    }

    /// `larder.rpc.v1.SimpleRequest`
    public struct SimpleRequest: Message {
        /// Bytes in the payload of the response.
        public var responseSize: Int32 = 0
        public var payload: RPCMessages.Payload? = nil
        /// Present: whether the response shall be compressed.
        public var responseCompressed: RPCMessages.BoolValue? = nil
        /// Present and not OK: what the call ends with, in place of a response.
        public var responseStatus: RPCMessages.EchoStatus? = nil
        /// Present: whether the request must have come compressed; INVALID_ARGUMENT when it did not.
        public var expectCompressed: RPCMessages.BoolValue? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            responseSize: Int32 = 0,
            payload: RPCMessages.Payload? = nil,
            responseCompressed: RPCMessages.BoolValue? = nil,
            responseStatus: RPCMessages.EchoStatus? = nil,
            expectCompressed: RPCMessages.BoolValue? = nil
        ) {
            self.responseSize = responseSize
            self.payload = payload
            self.responseCompressed = responseCompressed
            self.responseStatus = responseStatus
            self.expectCompressed = expectCompressed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__SimpleRequest()
            larder__rpc__v1__simple_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SimpleRequest.self)
            self.responseSize = c.pointee.response_size
            self.payload = try MessageField.message(c.pointee.payload, "payload")
            self.responseCompressed = try MessageField.message(c.pointee.response_compressed, "response_compressed")
            self.responseStatus = try MessageField.message(c.pointee.response_status, "response_status")
            self.expectCompressed = try MessageField.message(c.pointee.expect_compressed, "expect_compressed")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SimpleRequest.self)
            c.pointee.response_size = self.responseSize
            if let value = self.payload {
                c.pointee.payload = try arena.message(value, "payload").assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            }
            if let value = self.responseCompressed {
                c.pointee.response_compressed = try arena.message(value, "response_compressed").assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            }
            if let value = self.responseStatus {
                c.pointee.response_status = try arena.message(value, "response_status").assumingMemoryBound(to: Larder__Rpc__V1__EchoStatus.self)
            }
            if let value = self.expectCompressed {
                c.pointee.expect_compressed = try arena.message(value, "expect_compressed").assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            }
        }
    }

    /// `larder.rpc.v1.SimpleResponse`
    public struct SimpleResponse: Message {
        public var payload: RPCMessages.Payload? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            payload: RPCMessages.Payload? = nil
        ) {
            self.payload = payload
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__SimpleResponse()
            larder__rpc__v1__simple_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SimpleResponse.self)
            self.payload = try MessageField.message(c.pointee.payload, "payload")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SimpleResponse.self)
            if let value = self.payload {
                c.pointee.payload = try arena.message(value, "payload").assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            }
        }
    }

    /// `larder.rpc.v1.StreamingInputCallRequest`
    public struct StreamingInputCallRequest: Message {
        public var payload: RPCMessages.Payload? = nil
        /// As in SimpleRequest.
        public var expectCompressed: RPCMessages.BoolValue? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            payload: RPCMessages.Payload? = nil,
            expectCompressed: RPCMessages.BoolValue? = nil
        ) {
            self.payload = payload
            self.expectCompressed = expectCompressed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamingInputCallRequest()
            larder__rpc__v1__streaming_input_call_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingInputCallRequest.self)
            self.payload = try MessageField.message(c.pointee.payload, "payload")
            self.expectCompressed = try MessageField.message(c.pointee.expect_compressed, "expect_compressed")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingInputCallRequest.self)
            if let value = self.payload {
                c.pointee.payload = try arena.message(value, "payload").assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            }
            if let value = self.expectCompressed {
                c.pointee.expect_compressed = try arena.message(value, "expect_compressed").assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            }
        }
    }

    /// `larder.rpc.v1.StreamingInputCallResponse`
    public struct StreamingInputCallResponse: Message {
        /// Bytes in the payloads of all requests.
        public var aggregatedPayloadSize: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            aggregatedPayloadSize: Int32 = 0
        ) {
            self.aggregatedPayloadSize = aggregatedPayloadSize
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamingInputCallResponse()
            larder__rpc__v1__streaming_input_call_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingInputCallResponse.self)
            self.aggregatedPayloadSize = c.pointee.aggregated_payload_size
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingInputCallResponse.self)
            c.pointee.aggregated_payload_size = self.aggregatedPayloadSize
        }
    }

    /// `larder.rpc.v1.ResponseParameters`
    public struct ResponseParameters: Message {
        /// Bytes in the payload of the response.
        public var size: Int32 = 0
        /// Microseconds to wait ahead of the response.
        public var intervalUs: Int32 = 0
        /// Present: whether the response shall be compressed.
        public var compressed: RPCMessages.BoolValue? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            size: Int32 = 0,
            intervalUs: Int32 = 0,
            compressed: RPCMessages.BoolValue? = nil
        ) {
            self.size = size
            self.intervalUs = intervalUs
            self.compressed = compressed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ResponseParameters()
            larder__rpc__v1__response_parameters__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ResponseParameters.self)
            self.size = c.pointee.size
            self.intervalUs = c.pointee.interval_us
            self.compressed = try MessageField.message(c.pointee.compressed, "compressed")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ResponseParameters.self)
            c.pointee.size = self.size
            c.pointee.interval_us = self.intervalUs
            if let value = self.compressed {
                c.pointee.compressed = try arena.message(value, "compressed").assumingMemoryBound(to: Larder__Rpc__V1__BoolValue.self)
            }
        }
    }

    /// `larder.rpc.v1.StreamingOutputCallRequest`
    public struct StreamingOutputCallRequest: Message {
        /// One response for each.
        public var responseParameters: [RPCMessages.ResponseParameters] = []
        public var payload: RPCMessages.Payload? = nil
        /// Present and not OK: what the call ends with, in place of a response.
        public var responseStatus: RPCMessages.EchoStatus? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            responseParameters: [RPCMessages.ResponseParameters] = [],
            payload: RPCMessages.Payload? = nil,
            responseStatus: RPCMessages.EchoStatus? = nil
        ) {
            self.responseParameters = responseParameters
            self.payload = payload
            self.responseStatus = responseStatus
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamingOutputCallRequest()
            larder__rpc__v1__streaming_output_call_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingOutputCallRequest.self)
            self.responseParameters = try MessageField.messages(c.pointee.n_response_parameters, c.pointee.response_parameters, "response_parameters")
            self.payload = try MessageField.message(c.pointee.payload, "payload")
            self.responseStatus = try MessageField.message(c.pointee.response_status, "response_status")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingOutputCallRequest.self)
            if !self.responseParameters.isEmpty {
                c.pointee.n_response_parameters = self.responseParameters.count
                c.pointee.response_parameters = try arena.messages(self.responseParameters, "response_parameters").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ResponseParameters>?.self)
            }
            if let value = self.payload {
                c.pointee.payload = try arena.message(value, "payload").assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            }
            if let value = self.responseStatus {
                c.pointee.response_status = try arena.message(value, "response_status").assumingMemoryBound(to: Larder__Rpc__V1__EchoStatus.self)
            }
        }
    }

    /// `larder.rpc.v1.StreamingOutputCallResponse`
    public struct StreamingOutputCallResponse: Message {
        public var payload: RPCMessages.Payload? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            payload: RPCMessages.Payload? = nil
        ) {
            self.payload = payload
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamingOutputCallResponse()
            larder__rpc__v1__streaming_output_call_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingOutputCallResponse.self)
            self.payload = try MessageField.message(c.pointee.payload, "payload")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamingOutputCallResponse.self)
            if let value = self.payload {
                c.pointee.payload = try arena.message(value, "payload").assumingMemoryBound(to: Larder__Rpc__V1__Payload.self)
            }
        }
    }

    /// Calls of the methods above, since the server's start. GetTally does not count itself.
    public struct Tally: Message {
        /// Handlers that run now.
        public var running: Int32 = 0
        /// Handlers that were started.
        public var started: Int64 = 0
        /// Handlers that were cancelled, by the client or by the deadline, before they came to their end.
        public var cancelled: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            running: Int32 = 0,
            started: Int64 = 0,
            cancelled: Int64 = 0
        ) {
            self.running = running
            self.started = started
            self.cancelled = cancelled
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Tally()
            larder__rpc__v1__tally__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Tally.self)
            self.running = c.pointee.running
            self.started = c.pointee.started
            self.cancelled = c.pointee.cancelled
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Tally.self)
            c.pointee.running = self.running
            c.pointee.started = self.started
            c.pointee.cancelled = self.cancelled
        }
    }
}
