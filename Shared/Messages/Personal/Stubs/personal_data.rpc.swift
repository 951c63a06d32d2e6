// Generated from larder/personal/v1/personal_data.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Personal {
    /// What `larder.personal.v1.PersonalData` has: its methods and who may call them.
    public enum PersonalDataService {
        public static let exportPerson = MethodDescriptor(
            service: "larder.personal.v1.PersonalData",
            name: "ExportPerson",
            kind: .serverStreaming,
            access: .services(["auth"]),
            idempotency: .noSideEffects,
            request: Personal.ExportPersonRequest.descriptor,
            response: Personal.ExportPersonResponse.descriptor
        )
        public static let erasePerson = MethodDescriptor(
            service: "larder.personal.v1.PersonalData",
            name: "ErasePerson",
            kind: .unary,
            access: .services(["auth"]),
            idempotency: .idempotent,
            request: Personal.ErasePersonRequest.descriptor,
            response: Personal.ErasePersonResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.personal.v1.PersonalData",
            methods: [exportPerson, erasePerson]
        )
    }

    /// What a service stores of one person. Every service with a database has it.
    public protocol PersonalDataProvider: ServiceProvider {
        /// Sends everything that is stored of a person, but for what only serves the service's own work.
        ///
        /// Callers: the services auth.
        func exportPerson(_ request: Personal.ExportPersonRequest, responses: MessageWriter<Personal.ExportPersonResponse>, context: CallContext) async throws
        /// Erases everything that is stored of a person; the response confirms it. Nothing is left to erase the second time.
        ///
        /// Callers: the services auth.
        func erasePerson(_ request: Personal.ErasePersonRequest, context: CallContext) async throws -> Personal.ErasePersonResponse
    }

    /// Calls `larder.personal.v1.PersonalData`.
    public struct PersonalDataClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Sends everything that is stored of a person, but for what only serves the service's own work.
        public func exportPerson<Result>(_ request: Personal.ExportPersonRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Personal.ExportPersonResponse>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(PersonalDataService.exportPerson, request, options: options, receive)
        }

        /// Erases everything that is stored of a person; the response confirms it. Nothing is left to erase the second time.
        public func erasePerson(_ request: Personal.ErasePersonRequest, options: CallOptions = CallOptions()) async throws -> Personal.ErasePersonResponse {
            try await channel.unary(PersonalDataService.erasePerson, request, options: options)
        }
    }
}

extension Personal.PersonalDataProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Personal.PersonalDataService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .serverStreaming(Personal.PersonalDataService.exportPerson) { (request: Personal.ExportPersonRequest, responses: MessageWriter<Personal.ExportPersonResponse>, context: CallContext) async throws -> Void in
                try await self.exportPerson(request, responses: responses, context: context)
            },
            .unary(Personal.PersonalDataService.erasePerson) { (request: Personal.ErasePersonRequest, context: CallContext) async throws -> Personal.ErasePersonResponse in
                try await self.erasePerson(request, context: context)
            },
        ]
    }
}
