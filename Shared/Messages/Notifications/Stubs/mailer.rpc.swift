// Generated from larder/notifications/v1/mailer.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.Mailer` has: its methods and who may call them.
    public enum MailerService {
        public static let sendMail = MethodDescriptor(
            service: "larder.notifications.v1.Mailer",
            name: "SendMail",
            kind: .unary,
            access: .services(["auth"]),
            idempotency: .idempotent,
            request: Notifications.SendMailRequest.descriptor,
            response: Notifications.SendMailResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.Mailer",
            methods: [sendMail]
        )
    }

    /// Sends mails on behalf of services that know whom they are for.
    public protocol MailerProvider: ServiceProvider {
        /// Hands a mail to the mail server, and returns once that has taken it. A mail whose id was sent before is not sent again.
        /// UNAVAILABLE while the server cannot be reached or asks for another try; FAILED_PRECONDITION with the reason BAD_ADDRESS
        /// when the address does not work, or MAIL_REJECTED when the server will never take the mail.
        ///
        /// Callers: the services auth.
        func sendMail(_ request: Notifications.SendMailRequest, context: CallContext) async throws -> Notifications.SendMailResponse
    }

    /// Calls `larder.notifications.v1.Mailer`.
    public struct MailerClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Hands a mail to the mail server, and returns once that has taken it. A mail whose id was sent before is not sent again.
        /// UNAVAILABLE while the server cannot be reached or asks for another try; FAILED_PRECONDITION with the reason BAD_ADDRESS
        /// when the address does not work, or MAIL_REJECTED when the server will never take the mail.
        public func sendMail(_ request: Notifications.SendMailRequest, options: CallOptions = CallOptions()) async throws -> Notifications.SendMailResponse {
            try await channel.unary(MailerService.sendMail, request, options: options)
        }
    }
}

extension Notifications.MailerProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.MailerService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.MailerService.sendMail) { (request: Notifications.SendMailRequest, context: CallContext) async throws -> Notifications.SendMailResponse in
                try await self.sendMail(request, context: context)
            },
        ]
    }
}
