// Generated from larder/todo/v1/todo.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Todo {
    /// What `larder.todo.v1.TodoList` has: its methods and who may call them.
    public enum TodoListService {
        public static let addItem = MethodDescriptor(
            service: "larder.todo.v1.TodoList",
            name: "AddItem",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Todo.AddItemRequest.descriptor,
            response: Todo.Item.descriptor
        )
        public static let editItem = MethodDescriptor(
            service: "larder.todo.v1.TodoList",
            name: "EditItem",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Todo.EditItemRequest.descriptor,
            response: Todo.Item.descriptor
        )
        public static let undoItem = MethodDescriptor(
            service: "larder.todo.v1.TodoList",
            name: "UndoItem",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Todo.UndoItemRequest.descriptor,
            response: Todo.Item.descriptor
        )
        public static let listItems = MethodDescriptor(
            service: "larder.todo.v1.TodoList",
            name: "ListItems",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Todo.ListItemsRequest.descriptor,
            response: Todo.ListItemsResponse.descriptor
        )
        public static let watchItems = MethodDescriptor(
            service: "larder.todo.v1.TodoList",
            name: "WatchItems",
            kind: .serverStreaming,
            access: .user,
            idempotency: .noSideEffects,
            request: Todo.WatchItemsRequest.descriptor,
            response: Todo.Item.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.todo.v1.TodoList",
            methods: [addItem, editItem, undoItem, listItems, watchItems]
        )
    }

    /// A user's to-do list.
    public protocol TodoListProvider: ServiceProvider {
        /// Adds an item. With an idempotency key the same request adds one item.
        ///
        /// Callers: signed-in users.
        func addItem(_ request: Todo.AddItemRequest, context: CallContext) async throws -> Todo.Item
        /// Replaces the fields of an item that are given.
        ///
        /// Callers: signed-in users.
        func editItem(_ request: Todo.EditItemRequest, context: CallContext) async throws -> Todo.Item
        /// Takes back the latest change of an item that stands. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        ///
        /// Callers: signed-in users.
        func undoItem(_ request: Todo.UndoItemRequest, context: CallContext) async throws -> Todo.Item
        /// The caller's items that aren't removed, newest first.
        ///
        /// Callers: signed-in users.
        func listItems(_ request: Todo.ListItemsRequest, context: CallContext) async throws -> Todo.ListItemsResponse
        /// Sends every item that has changed since a revision of the list, and each change from then on, until it is cancelled.
        ///
        /// Callers: signed-in users.
        func watchItems(_ request: Todo.WatchItemsRequest, responses: MessageWriter<Todo.Item>, context: CallContext) async throws
    }

    /// Calls `larder.todo.v1.TodoList`.
    public struct TodoListClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Adds an item. With an idempotency key the same request adds one item.
        public func addItem(_ request: Todo.AddItemRequest, options: CallOptions = CallOptions()) async throws -> Todo.Item {
            try await channel.unary(TodoListService.addItem, request, options: options)
        }

        /// Replaces the fields of an item that are given.
        public func editItem(_ request: Todo.EditItemRequest, options: CallOptions = CallOptions()) async throws -> Todo.Item {
            try await channel.unary(TodoListService.editItem, request, options: options)
        }

        /// Takes back the latest change of an item that stands. FAILED_PRECONDITION (NOTHING_TO_UNDO) when there is none.
        public func undoItem(_ request: Todo.UndoItemRequest, options: CallOptions = CallOptions()) async throws -> Todo.Item {
            try await channel.unary(TodoListService.undoItem, request, options: options)
        }

        /// The caller's items that aren't removed, newest first.
        public func listItems(_ request: Todo.ListItemsRequest, options: CallOptions = CallOptions()) async throws -> Todo.ListItemsResponse {
            try await channel.unary(TodoListService.listItems, request, options: options)
        }

        /// Sends every item that has changed since a revision of the list, and each change from then on, until it is cancelled.
        public func watchItems<Result>(_ request: Todo.WatchItemsRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Todo.Item>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(TodoListService.watchItems, request, options: options, receive)
        }
    }
}

extension Todo.TodoListProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Todo.TodoListService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Todo.TodoListService.addItem) { (request: Todo.AddItemRequest, context: CallContext) async throws -> Todo.Item in
                try await self.addItem(request, context: context)
            },
            .unary(Todo.TodoListService.editItem) { (request: Todo.EditItemRequest, context: CallContext) async throws -> Todo.Item in
                try await self.editItem(request, context: context)
            },
            .unary(Todo.TodoListService.undoItem) { (request: Todo.UndoItemRequest, context: CallContext) async throws -> Todo.Item in
                try await self.undoItem(request, context: context)
            },
            .unary(Todo.TodoListService.listItems) { (request: Todo.ListItemsRequest, context: CallContext) async throws -> Todo.ListItemsResponse in
                try await self.listItems(request, context: context)
            },
            .serverStreaming(Todo.TodoListService.watchItems) { (request: Todo.WatchItemsRequest, responses: MessageWriter<Todo.Item>, context: CallContext) async throws -> Void in
                try await self.watchItems(request, responses: responses, context: context)
            },
        ]
    }
}
