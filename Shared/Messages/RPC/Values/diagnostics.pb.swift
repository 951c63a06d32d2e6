// Generated from larder/rpc/v1/diagnostics.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.Connectivity`
    public enum Connectivity: MessageEnumeration {
        case unspecified
        case idle
        case connecting
        case ready
        case transientFailure
        case shutdown
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .idle
            case 2: self = .connecting
            case 3: self = .ready
            case 4: self = .transientFailure
            case 5: self = .shutdown
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .idle: 1
            case .connecting: 2
            case .ready: 3
            case .transientFailure: 4
            case .shutdown: 5
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .idle, .connecting, .ready, .transientFailure, .shutdown]
    }

    /// `larder.rpc.v1.EventSeverity`
    public enum EventSeverity: MessageEnumeration {
        case unspecified
        case information
        case warning
        case error
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .information
            case 2: self = .warning
            case 3: self = .error
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .information: 1
            case .warning: 2
            case .error: 3
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .information, .warning, .error]
    }

    /// `larder.rpc.v1.ListChannelsRequest`
    public struct ListChannelsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListChannelsRequest()
            larder__rpc__v1__list_channels_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.rpc.v1.ListChannelsResponse`
    public struct ListChannelsResponse: Message {
        /// Name of the process, such as "gateway".
        public var program: String = ""
        public var channels: [RPCMessages.ChannelState] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            program: String = "",
            channels: [RPCMessages.ChannelState] = []
        ) {
            self.program = program
            self.channels = channels
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListChannelsResponse()
            larder__rpc__v1__list_channels_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListChannelsResponse.self)
            self.program = try MessageField.string(c.pointee.program, "program")
            self.channels = try MessageField.messages(c.pointee.n_channels, c.pointee.channels, "channels")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListChannelsResponse.self)
            if !self.program.isEmpty {
                c.pointee.program = try arena.string(self.program, "program")
            }
            if !self.channels.isEmpty {
                c.pointee.n_channels = self.channels.count
                c.pointee.channels = try arena.messages(self.channels, "channels").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ChannelState>?.self)
            }
        }
    }

    /// `larder.rpc.v1.ListServersRequest`
    public struct ListServersRequest: Message {
        /// Connections that are described at the most, the youngest first; 0 for 100, and never more than 1,000.
        public var maximumConnections: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            maximumConnections: Int32 = 0
        ) {
            self.maximumConnections = maximumConnections
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListServersRequest()
            larder__rpc__v1__list_servers_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServersRequest.self)
            self.maximumConnections = c.pointee.maximum_connections
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServersRequest.self)
            c.pointee.maximum_connections = self.maximumConnections
        }
    }

    /// `larder.rpc.v1.ListServersResponse`
    public struct ListServersResponse: Message {
        /// Name of the process, such as "gateway".
        public var program: String = ""
        public var servers: [RPCMessages.ServerState] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            program: String = "",
            servers: [RPCMessages.ServerState] = []
        ) {
            self.program = program
            self.servers = servers
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ListServersResponse()
            larder__rpc__v1__list_servers_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServersResponse.self)
            self.program = try MessageField.string(c.pointee.program, "program")
            self.servers = try MessageField.messages(c.pointee.n_servers, c.pointee.servers, "servers")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ListServersResponse.self)
            if !self.program.isEmpty {
                c.pointee.program = try arena.string(self.program, "program")
            }
            if !self.servers.isEmpty {
                c.pointee.n_servers = self.servers.count
                c.pointee.servers = try arena.messages(self.servers, "servers").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ServerState>?.self)
            }
        }
    }

    /// `larder.rpc.v1.CallCounts`
    public struct CallCounts: Message {
        public var started: Int64 = 0
        /// Ended with OK.
        public var succeeded: Int64 = 0
        /// Ended with anything else, given up included.
        public var failed: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            started: Int64 = 0,
            succeeded: Int64 = 0,
            failed: Int64 = 0
        ) {
            self.started = started
            self.succeeded = succeeded
            self.failed = failed
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__CallCounts()
            larder__rpc__v1__call_counts__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            self.started = c.pointee.started
            self.succeeded = c.pointee.succeeded
            self.failed = c.pointee.failed
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            c.pointee.started = self.started
            c.pointee.succeeded = self.succeeded
            c.pointee.failed = self.failed
        }
    }

    /// `larder.rpc.v1.ChannelState`
    public struct ChannelState: Message {
        /// What it leads to, such as "budget".
        public var target: String = ""
        public var connectivity: RPCMessages.Connectivity = .unspecified
        /// How calls are spread over addresses, such as "round_robin".
        public var policy: String = ""
        public var ageMilliseconds: Int64 = 0
        /// Attempts of calls, over all addresses.
        public var calls: RPCMessages.CallCounts? = nil
        public var subchannels: [RPCMessages.SubchannelState] = []
        /// The oldest first.
        public var events: [RPCMessages.TraceEvent] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            target: String = "",
            connectivity: RPCMessages.Connectivity = .unspecified,
            policy: String = "",
            ageMilliseconds: Int64 = 0,
            calls: RPCMessages.CallCounts? = nil,
            subchannels: [RPCMessages.SubchannelState] = [],
            events: [RPCMessages.TraceEvent] = []
        ) {
            self.target = target
            self.connectivity = connectivity
            self.policy = policy
            self.ageMilliseconds = ageMilliseconds
            self.calls = calls
            self.subchannels = subchannels
            self.events = events
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ChannelState()
            larder__rpc__v1__channel_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ChannelState.self)
            self.target = try MessageField.string(c.pointee.target, "target")
            self.connectivity = RPCMessages.Connectivity(rawValue: Int32(truncatingIfNeeded: c.pointee.connectivity.rawValue))
            self.policy = try MessageField.string(c.pointee.policy, "policy")
            self.ageMilliseconds = c.pointee.age_milliseconds
            self.calls = try MessageField.message(c.pointee.calls, "calls")
            self.subchannels = try MessageField.messages(c.pointee.n_subchannels, c.pointee.subchannels, "subchannels")
            self.events = try MessageField.messages(c.pointee.n_events, c.pointee.events, "events")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ChannelState.self)
            if !self.target.isEmpty {
                c.pointee.target = try arena.string(self.target, "target")
            }
            c.pointee.connectivity = .init(rawValue: .init(truncatingIfNeeded: self.connectivity.rawValue))
            if !self.policy.isEmpty {
                c.pointee.policy = try arena.string(self.policy, "policy")
            }
            c.pointee.age_milliseconds = self.ageMilliseconds
            if let value = self.calls {
                c.pointee.calls = try arena.message(value, "calls").assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            }
            if !self.subchannels.isEmpty {
                c.pointee.n_subchannels = self.subchannels.count
                c.pointee.subchannels = try arena.messages(self.subchannels, "subchannels").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__SubchannelState>?.self)
            }
            if !self.events.isEmpty {
                c.pointee.n_events = self.events.count
                c.pointee.events = try arena.messages(self.events, "events").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__TraceEvent>?.self)
            }
        }
    }

    /// `larder.rpc.v1.SubchannelState`
    public struct SubchannelState: Message {
        /// Host and port.
        public var address: String = ""
        public var connectivity: RPCMessages.Connectivity = .unspecified
        /// Why the last attempt to connect failed; empty when it succeeded or none was made.
        public var lastFailure: String = ""
        public var failuresInARow: Int32 = 0
        /// Gets no calls for a while since it failed more often than the others.
        public var ejected: Bool = false
        /// Attempts of calls, over all connections it had.
        public var calls: RPCMessages.CallCounts? = nil
        /// Absent while there is none.
        public var connection: RPCMessages.ConnectionState? = nil
        /// The oldest first.
        public var events: [RPCMessages.TraceEvent] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            address: String = "",
            connectivity: RPCMessages.Connectivity = .unspecified,
            lastFailure: String = "",
            failuresInARow: Int32 = 0,
            ejected: Bool = false,
            calls: RPCMessages.CallCounts? = nil,
            connection: RPCMessages.ConnectionState? = nil,
            events: [RPCMessages.TraceEvent] = []
        ) {
            self.address = address
            self.connectivity = connectivity
            self.lastFailure = lastFailure
            self.failuresInARow = failuresInARow
            self.ejected = ejected
            self.calls = calls
            self.connection = connection
            self.events = events
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__SubchannelState()
            larder__rpc__v1__subchannel_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SubchannelState.self)
            self.address = try MessageField.string(c.pointee.address, "address")
            self.connectivity = RPCMessages.Connectivity(rawValue: Int32(truncatingIfNeeded: c.pointee.connectivity.rawValue))
            self.lastFailure = try MessageField.string(c.pointee.last_failure, "last_failure")
            self.failuresInARow = c.pointee.failures_in_a_row
            self.ejected = c.pointee.ejected != 0
            self.calls = try MessageField.message(c.pointee.calls, "calls")
            self.connection = try MessageField.message(c.pointee.connection, "connection")
            self.events = try MessageField.messages(c.pointee.n_events, c.pointee.events, "events")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__SubchannelState.self)
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            c.pointee.connectivity = .init(rawValue: .init(truncatingIfNeeded: self.connectivity.rawValue))
            if !self.lastFailure.isEmpty {
                c.pointee.last_failure = try arena.string(self.lastFailure, "last_failure")
            }
            c.pointee.failures_in_a_row = self.failuresInARow
            c.pointee.ejected = self.ejected ? 1 : 0
            if let value = self.calls {
                c.pointee.calls = try arena.message(value, "calls").assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            }
            if let value = self.connection {
                c.pointee.connection = try arena.message(value, "connection").assumingMemoryBound(to: Larder__Rpc__V1__ConnectionState.self)
            }
            if !self.events.isEmpty {
                c.pointee.n_events = self.events.count
                c.pointee.events = try arena.messages(self.events, "events").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__TraceEvent>?.self)
            }
        }
    }

    /// `larder.rpc.v1.ServerState`
    public struct ServerState: Message {
        /// Host and port it listens on.
        public var address: String = ""
        public var ageMilliseconds: Int64 = 0
        /// Takes no new connections and calls.
        public var stopping: Bool = false
        /// Over all connections, those that are gone included.
        public var calls: RPCMessages.CallCounts? = nil
        public var openConnections: Int32 = 0
        public var connections: [RPCMessages.ConnectionState] = []
        /// The oldest first.
        public var events: [RPCMessages.TraceEvent] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            address: String = "",
            ageMilliseconds: Int64 = 0,
            stopping: Bool = false,
            calls: RPCMessages.CallCounts? = nil,
            openConnections: Int32 = 0,
            connections: [RPCMessages.ConnectionState] = [],
            events: [RPCMessages.TraceEvent] = []
        ) {
            self.address = address
            self.ageMilliseconds = ageMilliseconds
            self.stopping = stopping
            self.calls = calls
            self.openConnections = openConnections
            self.connections = connections
            self.events = events
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ServerState()
            larder__rpc__v1__server_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServerState.self)
            self.address = try MessageField.string(c.pointee.address, "address")
            self.ageMilliseconds = c.pointee.age_milliseconds
            self.stopping = c.pointee.stopping != 0
            self.calls = try MessageField.message(c.pointee.calls, "calls")
            self.openConnections = c.pointee.open_connections
            self.connections = try MessageField.messages(c.pointee.n_connections, c.pointee.connections, "connections")
            self.events = try MessageField.messages(c.pointee.n_events, c.pointee.events, "events")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ServerState.self)
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            c.pointee.age_milliseconds = self.ageMilliseconds
            c.pointee.stopping = self.stopping ? 1 : 0
            if let value = self.calls {
                c.pointee.calls = try arena.message(value, "calls").assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            }
            c.pointee.open_connections = self.openConnections
            if !self.connections.isEmpty {
                c.pointee.n_connections = self.connections.count
                c.pointee.connections = try arena.messages(self.connections, "connections").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__ConnectionState>?.self)
            }
            if !self.events.isEmpty {
                c.pointee.n_events = self.events.count
                c.pointee.events = try arena.messages(self.events, "events").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__TraceEvent>?.self)
            }
        }
    }

    /// `larder.rpc.v1.ConnectionState`
    public struct ConnectionState: Message {
        /// Address and port at the end of the process that tells this.
        public var localAddress: String = ""
        public var peerAddress: String = ""
        /// The service at the other end as its certificate names it; empty for a peer without one.
        public var peerService: String = ""
        public var ageMilliseconds: Int64 = 0
        /// Since something was last received or sent.
        public var idleMilliseconds: Int64 = 0
        /// Takes no new calls and closes after the running ones.
        public var draining: Bool = false
        public var calls: RPCMessages.CallCounts? = nil
        public var messagesSent: Int64 = 0
        public var messagesReceived: Int64 = 0
        public var keepAlivesSent: Int64 = 0
        /// Bytes of messages that may be sent on the whole connection before the peer gives more credit.
        public var sendWindow: Int64 = 0
        /// Bytes of messages that the peer may send before this side gives more credit.
        public var receiveWindow: Int64 = 0
        /// Calls that run, a bounded number of them.
        public var streams: [RPCMessages.StreamDetails] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            localAddress: String = "",
            peerAddress: String = "",
            peerService: String = "",
            ageMilliseconds: Int64 = 0,
            idleMilliseconds: Int64 = 0,
            draining: Bool = false,
            calls: RPCMessages.CallCounts? = nil,
            messagesSent: Int64 = 0,
            messagesReceived: Int64 = 0,
            keepAlivesSent: Int64 = 0,
            sendWindow: Int64 = 0,
            receiveWindow: Int64 = 0,
            streams: [RPCMessages.StreamDetails] = []
        ) {
            self.localAddress = localAddress
            self.peerAddress = peerAddress
            self.peerService = peerService
            self.ageMilliseconds = ageMilliseconds
            self.idleMilliseconds = idleMilliseconds
            self.draining = draining
            self.calls = calls
            self.messagesSent = messagesSent
            self.messagesReceived = messagesReceived
            self.keepAlivesSent = keepAlivesSent
            self.sendWindow = sendWindow
            self.receiveWindow = receiveWindow
            self.streams = streams
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__ConnectionState()
            larder__rpc__v1__connection_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ConnectionState.self)
            self.localAddress = try MessageField.string(c.pointee.local_address, "local_address")
            self.peerAddress = try MessageField.string(c.pointee.peer_address, "peer_address")
            self.peerService = try MessageField.string(c.pointee.peer_service, "peer_service")
            self.ageMilliseconds = c.pointee.age_milliseconds
            self.idleMilliseconds = c.pointee.idle_milliseconds
            self.draining = c.pointee.draining != 0
            self.calls = try MessageField.message(c.pointee.calls, "calls")
            self.messagesSent = c.pointee.messages_sent
            self.messagesReceived = c.pointee.messages_received
            self.keepAlivesSent = c.pointee.keep_alives_sent
            self.sendWindow = c.pointee.send_window
            self.receiveWindow = c.pointee.receive_window
            self.streams = try MessageField.messages(c.pointee.n_streams, c.pointee.streams, "streams")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__ConnectionState.self)
            if !self.localAddress.isEmpty {
                c.pointee.local_address = try arena.string(self.localAddress, "local_address")
            }
            if !self.peerAddress.isEmpty {
                c.pointee.peer_address = try arena.string(self.peerAddress, "peer_address")
            }
            if !self.peerService.isEmpty {
                c.pointee.peer_service = try arena.string(self.peerService, "peer_service")
            }
            c.pointee.age_milliseconds = self.ageMilliseconds
            c.pointee.idle_milliseconds = self.idleMilliseconds
            c.pointee.draining = self.draining ? 1 : 0
            if let value = self.calls {
                c.pointee.calls = try arena.message(value, "calls").assumingMemoryBound(to: Larder__Rpc__V1__CallCounts.self)
            }
            c.pointee.messages_sent = self.messagesSent
            c.pointee.messages_received = self.messagesReceived
            c.pointee.keep_alives_sent = self.keepAlivesSent
            c.pointee.send_window = self.sendWindow
            c.pointee.receive_window = self.receiveWindow
            if !self.streams.isEmpty {
                c.pointee.n_streams = self.streams.count
                c.pointee.streams = try arena.messages(self.streams, "streams").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Rpc__V1__StreamDetails>?.self)
            }
        }
    }

    /// `larder.rpc.v1.StreamDetails`
    public struct StreamDetails: Message {
        public var id: Int64 = 0
        /// The method's path; empty when this side doesn't keep it.
        public var method: String = ""
        /// Absent for a call without a deadline.
        public var deadline: RPCMessages.StreamDeadline? = nil
        /// Bytes of messages that wait for credit or for the socket.
        public var bufferedBytes: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: Int64 = 0,
            method: String = "",
            deadline: RPCMessages.StreamDeadline? = nil,
            bufferedBytes: Int64 = 0
        ) {
            self.id = id
            self.method = method
            self.deadline = deadline
            self.bufferedBytes = bufferedBytes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamDetails()
            larder__rpc__v1__stream_details__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamDetails.self)
            self.id = c.pointee.id
            self.method = try MessageField.string(c.pointee.method, "method")
            self.deadline = try MessageField.message(c.pointee.deadline, "deadline")
            self.bufferedBytes = c.pointee.buffered_bytes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamDetails.self)
            c.pointee.id = self.id
            if !self.method.isEmpty {
                c.pointee.method = try arena.string(self.method, "method")
            }
            if let value = self.deadline {
                c.pointee.deadline = try arena.message(value, "deadline").assumingMemoryBound(to: Larder__Rpc__V1__StreamDeadline.self)
            }
            c.pointee.buffered_bytes = self.bufferedBytes
        }
    }

    /// `larder.rpc.v1.StreamDeadline`
    public struct StreamDeadline: Message {
        /// Until the deadline, below zero once it has passed.
        public var remainingMilliseconds: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            remainingMilliseconds: Int64 = 0
        ) {
            self.remainingMilliseconds = remainingMilliseconds
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__StreamDeadline()
            larder__rpc__v1__stream_deadline__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamDeadline.self)
            self.remainingMilliseconds = c.pointee.remaining_milliseconds
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__StreamDeadline.self)
            c.pointee.remaining_milliseconds = self.remainingMilliseconds
        }
    }

    /// `larder.rpc.v1.TraceEvent`
    public struct TraceEvent: Message {
        /// Since 1970-01-01T00:00:00Z.
        public var milliseconds: Int64 = 0
        public var severity: RPCMessages.EventSeverity = .unspecified
        public var sentence: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            milliseconds: Int64 = 0,
            severity: RPCMessages.EventSeverity = .unspecified,
            sentence: String = ""
        ) {
            self.milliseconds = milliseconds
            self.severity = severity
            self.sentence = sentence
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__TraceEvent()
            larder__rpc__v1__trace_event__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__TraceEvent.self)
            self.milliseconds = c.pointee.milliseconds
            self.severity = RPCMessages.EventSeverity(rawValue: Int32(truncatingIfNeeded: c.pointee.severity.rawValue))
            self.sentence = try MessageField.string(c.pointee.sentence, "sentence")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__TraceEvent.self)
            c.pointee.milliseconds = self.milliseconds
            c.pointee.severity = .init(rawValue: .init(truncatingIfNeeded: self.severity.rawValue))
            if !self.sentence.isEmpty {
                c.pointee.sentence = try arena.string(self.sentence, "sentence")
            }
        }
    }
}
