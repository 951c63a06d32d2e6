// Generated from larder/notifications/v1/push.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.WebPush` has: its methods and who may call them.
    public enum WebPushService {
        public static let getPushKey = MethodDescriptor(
            service: "larder.notifications.v1.WebPush",
            name: "GetPushKey",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.GetPushKeyRequest.descriptor,
            response: Notifications.GetPushKeyResponse.descriptor
        )
        public static let registerPushDevice = MethodDescriptor(
            service: "larder.notifications.v1.WebPush",
            name: "RegisterPushDevice",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.RegisterPushDeviceRequest.descriptor,
            response: Notifications.PushDevice.descriptor
        )
        public static let listPushDevices = MethodDescriptor(
            service: "larder.notifications.v1.WebPush",
            name: "ListPushDevices",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.ListPushDevicesRequest.descriptor,
            response: Notifications.ListPushDevicesResponse.descriptor
        )
        public static let removePushDevice = MethodDescriptor(
            service: "larder.notifications.v1.WebPush",
            name: "RemovePushDevice",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.RemovePushDeviceRequest.descriptor,
            response: Notifications.RemovePushDeviceResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.WebPush",
            methods: [getPushKey, registerPushDevice, listPushDevices, removePushDevice]
        )
    }

    /// The browsers to which a user's notices go by web push (RFC 8030), also while the app is closed.
    public protocol WebPushProvider: ServiceProvider {
        /// The key by which push services know this installation: what a browser's subscription is made with (RFC 8292).
        ///
        /// Callers: signed-in users.
        func getPushKey(_ request: Notifications.GetPushKeyRequest, context: CallContext) async throws -> Notifications.GetPushKeyResponse
        /// Adds the caller's browser, or renews it, which it has to do every 60 days. An endpoint belongs to who registered it last.
        /// INVALID_ARGUMENT for an endpoint of no push service that this installation allows. RESOURCE_EXHAUSTED for more than 20.
        ///
        /// Callers: signed-in users.
        func registerPushDevice(_ request: Notifications.RegisterPushDeviceRequest, context: CallContext) async throws -> Notifications.PushDevice
        /// The caller's browsers, latest first.
        ///
        /// Callers: signed-in users.
        func listPushDevices(_ request: Notifications.ListPushDevicesRequest, context: CallContext) async throws -> Notifications.ListPushDevicesResponse
        /// Removes one of the caller's browsers; one that is removed already is unchanged.
        ///
        /// Callers: signed-in users.
        func removePushDevice(_ request: Notifications.RemovePushDeviceRequest, context: CallContext) async throws -> Notifications.RemovePushDeviceResponse
    }

    /// Calls `larder.notifications.v1.WebPush`.
    public struct WebPushClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The key by which push services know this installation: what a browser's subscription is made with (RFC 8292).
        public func getPushKey(_ request: Notifications.GetPushKeyRequest, options: CallOptions = CallOptions()) async throws -> Notifications.GetPushKeyResponse {
            try await channel.unary(WebPushService.getPushKey, request, options: options)
        }

        /// Adds the caller's browser, or renews it, which it has to do every 60 days. An endpoint belongs to who registered it last.
        /// INVALID_ARGUMENT for an endpoint of no push service that this installation allows. RESOURCE_EXHAUSTED for more than 20.
        public func registerPushDevice(_ request: Notifications.RegisterPushDeviceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.PushDevice {
            try await channel.unary(WebPushService.registerPushDevice, request, options: options)
        }

        /// The caller's browsers, latest first.
        public func listPushDevices(_ request: Notifications.ListPushDevicesRequest, options: CallOptions = CallOptions()) async throws -> Notifications.ListPushDevicesResponse {
            try await channel.unary(WebPushService.listPushDevices, request, options: options)
        }

        /// Removes one of the caller's browsers; one that is removed already is unchanged.
        public func removePushDevice(_ request: Notifications.RemovePushDeviceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.RemovePushDeviceResponse {
            try await channel.unary(WebPushService.removePushDevice, request, options: options)
        }
    }
}

extension Notifications.WebPushProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.WebPushService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.WebPushService.getPushKey) { (request: Notifications.GetPushKeyRequest, context: CallContext) async throws -> Notifications.GetPushKeyResponse in
                try await self.getPushKey(request, context: context)
            },
            .unary(Notifications.WebPushService.registerPushDevice) { (request: Notifications.RegisterPushDeviceRequest, context: CallContext) async throws -> Notifications.PushDevice in
                try await self.registerPushDevice(request, context: context)
            },
            .unary(Notifications.WebPushService.listPushDevices) { (request: Notifications.ListPushDevicesRequest, context: CallContext) async throws -> Notifications.ListPushDevicesResponse in
                try await self.listPushDevices(request, context: context)
            },
            .unary(Notifications.WebPushService.removePushDevice) { (request: Notifications.RemovePushDeviceRequest, context: CallContext) async throws -> Notifications.RemovePushDeviceResponse in
                try await self.removePushDevice(request, context: context)
            },
        ]
    }
}
