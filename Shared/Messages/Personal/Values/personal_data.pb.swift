// Generated from larder/personal/v1/personal_data.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CPersonalMessages
internal import CProtobuf
public import MessageCoding

extension Personal {
    /// `larder.personal.v1.ExportPersonRequest`
    public struct ExportPersonRequest: Message {
        /// A UUID.
        public var userID: String = ""
        /// The language of titles, en or fr; English for any other.
        public var language: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = "",
            language: String = ""
        ) {
            self.userID = userID
            self.language = language
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ExportPersonRequest()
            larder__personal__v1__export_person_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportPersonRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.language = try MessageField.string(c.pointee.language, "language")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportPersonRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.language.isEmpty {
                c.pointee.language = try arena.string(self.language, "language")
            }
        }
    }

    /// A part of an export: a category with its records, or a file with its contents.
    public struct ExportPersonResponse: Message {
        public var part: Part?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            part: Part? = nil
        ) {
            self.part = part
        }

        /// One of the fields that can't be set together.
        public enum Part: Sendable, Equatable {
            /// Begins a category of records. One without records is sent, too.
            case category(Personal.ExportedCategory)
            /// A record of the category that began last: a JSON object.
            case record(String)
            /// Begins a file.
            case file(Personal.ExportedFile)
            /// The next bytes of the file that began last.
            case contents([UInt8])
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ExportPersonResponse()
            larder__personal__v1__export_person_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportPersonResponse.self)
            switch c.pointee.part_case.rawValue {
            case 1:
                let value: Personal.ExportedCategory? = try MessageField.message(c.pointee.category, "category")
                self.part = value.map { .category($0) }
            case 2:
                self.part = .record(try MessageField.string(c.pointee.record, "record"))
            case 3:
                let value: Personal.ExportedFile? = try MessageField.message(c.pointee.file, "file")
                self.part = value.map { .file($0) }
            case 4:
                self.part = .contents(MessageField.values(c.pointee.contents.len, c.pointee.contents.data))
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportPersonResponse.self)
            switch self.part {
            case .category(let value):
                c.pointee.part_case = .init(rawValue: 1)
                c.pointee.category = try arena.message(value, "category").assumingMemoryBound(to: Larder__Personal__V1__ExportedCategory.self)
            case .record(let value):
                c.pointee.part_case = .init(rawValue: 2)
                c.pointee.record = try arena.string(value, "record")
            case .file(let value):
                c.pointee.part_case = .init(rawValue: 3)
                c.pointee.file = try arena.message(value, "file").assumingMemoryBound(to: Larder__Personal__V1__ExportedFile.self)
            case .contents(let value):
                c.pointee.part_case = .init(rawValue: 4)
                c.pointee.contents = ProtobufCBinaryData(len: value.count, data: try arena.values(value))
            case nil: break
            }
        }
    }

    /// `larder.personal.v1.ExportedCategory`
    public struct ExportedCategory: Message {
        /// Lowercase letters and underscores, such as purchases.
        public var name: String = ""
        /// What people call it, in the language of the request.
        public var title: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            title: String = ""
        ) {
            self.name = name
            self.title = title
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ExportedCategory()
            larder__personal__v1__exported_category__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportedCategory.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.title = try MessageField.string(c.pointee.title, "title")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportedCategory.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
        }
    }

    /// `larder.personal.v1.ExportedFile`
    public struct ExportedFile: Message {
        /// A name of its own, in a folder, such as receipt_images/<id>-0.jpg.
        public var name: String = ""
        /// What people call such files, in the language of the request.
        public var title: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            title: String = ""
        ) {
            self.name = name
            self.title = title
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ExportedFile()
            larder__personal__v1__exported_file__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportedFile.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.title = try MessageField.string(c.pointee.title, "title")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ExportedFile.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.title.isEmpty {
                c.pointee.title = try arena.string(self.title, "title")
            }
        }
    }

    /// `larder.personal.v1.ErasePersonRequest`
    public struct ErasePersonRequest: Message {
        /// A UUID.
        public var userID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = ""
        ) {
            self.userID = userID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ErasePersonRequest()
            larder__personal__v1__erase_person_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ErasePersonRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ErasePersonRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
        }
    }

    /// `larder.personal.v1.ErasePersonResponse`
    public struct ErasePersonResponse: Message {
        /// Rows of the service's tables that were erased.
        public var rows: Int64 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rows: Int64 = 0
        ) {
            self.rows = rows
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Personal__V1__ErasePersonResponse()
            larder__personal__v1__erase_person_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ErasePersonResponse.self)
            self.rows = c.pointee.rows
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Personal__V1__ErasePersonResponse.self)
            c.pointee.rows = self.rows
        }
    }
}
