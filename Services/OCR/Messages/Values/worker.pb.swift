// Generated from larder/worker/v1/worker.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CWorkerMessages
public import MessageCoding

extension Worker {
    /// One message in either direction.
    public struct Envelope: Message {
        public var kind: Kind?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Kind? = nil
        ) {
            self.kind = kind
        }

        /// One of the fields that can't be set together.
        public enum Kind: Sendable, Equatable {
            case read(Worker.ReadRequest)
            case ready(Worker.Ready)
            case progress(Worker.Progress)
            case page(Worker.ReadPage)
            case failure(Worker.Failure)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Envelope()
            larder__worker__v1__envelope__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Envelope.self)
            switch c.pointee.kind_case.rawValue {
            case 1:
                let value: Worker.ReadRequest? = try MessageField.message(c.pointee.read, "read")
                self.kind = value.map { .read($0) }
            case 2:
                let value: Worker.Ready? = try MessageField.message(c.pointee.ready, "ready")
                self.kind = value.map { .ready($0) }
            case 3:
                let value: Worker.Progress? = try MessageField.message(c.pointee.progress, "progress")
                self.kind = value.map { .progress($0) }
            case 4:
                let value: Worker.ReadPage? = try MessageField.message(c.pointee.page, "page")
                self.kind = value.map { .page($0) }
            case 5:
                let value: Worker.Failure? = try MessageField.message(c.pointee.failure, "failure")
                self.kind = value.map { .failure($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Envelope.self)
            switch self.kind {
            case .read(let value):
                c.pointee.kind_case = .init(rawValue: 1)
                c.pointee.read = try arena.message(value, "read").assumingMemoryBound(to: Larder__Worker__V1__ReadRequest.self)
            case .ready(let value):
                c.pointee.kind_case = .init(rawValue: 2)
                c.pointee.ready = try arena.message(value, "ready").assumingMemoryBound(to: Larder__Worker__V1__Ready.self)
            case .progress(let value):
                c.pointee.kind_case = .init(rawValue: 3)
                c.pointee.progress = try arena.message(value, "progress").assumingMemoryBound(to: Larder__Worker__V1__Progress.self)
            case .page(let value):
                c.pointee.kind_case = .init(rawValue: 4)
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Worker__V1__ReadPage.self)
            case .failure(let value):
                c.pointee.kind_case = .init(rawValue: 5)
                c.pointee.failure = try arena.message(value, "failure").assumingMemoryBound(to: Larder__Worker__V1__Failure.self)
            case nil: break
            }
        }
    }

    /// To the worker: read an image.
    public struct ReadRequest: Message {
        public var id: UInt64 = 0
        /// The file as it was uploaded.
        public var image: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: UInt64 = 0,
            image: [UInt8] = []
        ) {
            self.id = id
            self.image = image
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__ReadRequest()
            larder__worker__v1__read_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__ReadRequest.self)
            self.id = c.pointee.id
            self.image = MessageField.values(c.pointee.image.len, c.pointee.image.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__ReadRequest.self)
            c.pointee.id = self.id
            if !self.image.isEmpty {
                c.pointee.image = ProtobufCBinaryData(len: self.image.count, data: try arena.values(self.image))
            }
        }
    }

    /// The worker is ready.
    public struct Ready: Message {
        /// The readers that it could not load.
        public var missing: [Worker.MissingReader] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            missing: [Worker.MissingReader] = []
        ) {
            self.missing = missing
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Ready()
            larder__worker__v1__ready__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Ready.self)
            self.missing = try MessageField.messages(c.pointee.n_missing, c.pointee.missing, "missing")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Ready.self)
            if !self.missing.isEmpty {
                c.pointee.n_missing = self.missing.count
                c.pointee.missing = try arena.messages(self.missing, "missing").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Worker__V1__MissingReader>?.self)
            }
        }
    }

    /// A reader that could not be loaded; both for operators.
    public struct MissingReader: Message {
        public var name: String = ""
        public var reason: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            reason: String = ""
        ) {
            self.name = name
            self.reason = reason
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__MissingReader()
            larder__worker__v1__missing_reader__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__MissingReader.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.reason = try MessageField.string(c.pointee.reason, "reason")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__MissingReader.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.reason.isEmpty {
                c.pointee.reason = try arena.string(self.reason, "reason")
            }
        }
    }

    /// How far the worker is.
    public struct Progress: Message {
        public var id: UInt64 = 0
        /// 0 to 100.
        public var percent: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: UInt64 = 0,
            percent: UInt32 = 0
        ) {
            self.id = id
            self.percent = percent
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Progress()
            larder__worker__v1__progress__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Progress.self)
            self.id = c.pointee.id
            self.percent = c.pointee.percent
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Progress.self)
            c.pointee.id = self.id
            c.pointee.percent = self.percent
        }
    }

    /// What the worker has read.
    public struct ReadPage: Message {
        public var id: UInt64 = 0
        public var page: Worker.Page? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: UInt64 = 0,
            page: Worker.Page? = nil
        ) {
            self.id = id
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__ReadPage()
            larder__worker__v1__read_page__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__ReadPage.self)
            self.id = c.pointee.id
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__ReadPage.self)
            c.pointee.id = self.id
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Worker__V1__Page.self)
            }
        }
    }

    /// Why the worker has not read an image.
    public struct Failure: Message {
        public var id: UInt64 = 0
        public var kind: Worker.Failure.Kind = .unspecified
        /// For the person who sent the image.
        public var message: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: UInt64 = 0,
            kind: Worker.Failure.Kind = .unspecified,
            message: String = ""
        ) {
            self.id = id
            self.kind = kind
            self.message = message
        }

        /// `larder.worker.v1.Failure.Kind`
        public enum Kind: MessageEnumeration {
            case unspecified
            /// The header is valid, but the image cannot be decoded.
            case undecodable
            /// The engine failed.
            case engine
            /// Reading took too long.
            case timedOut
            /// Reading needs too much memory.
            case outgrew
            /// A value that this version doesn't know.
            case unrecognized(Int32)

            public init(rawValue: Int32) {
                switch rawValue {
                case 0: self = .unspecified
                case 1: self = .undecodable
                case 2: self = .engine
                case 3: self = .timedOut
                case 4: self = .outgrew
                default: self = .unrecognized(rawValue)
                }
            }

            public var rawValue: Int32 {
                switch self {
                case .unspecified: 0
                case .undecodable: 1
                case .engine: 2
                case .timedOut: 3
                case .outgrew: 4
                case .unrecognized(let rawValue): rawValue
                }
            }

            /// The values that this version knows.
            public static let allCases: [Self] = [.unspecified, .undecodable, .engine, .timedOut, .outgrew]
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Failure()
            larder__worker__v1__failure__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Failure.self)
            self.id = c.pointee.id
            self.kind = Worker.Failure.Kind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.message = try MessageField.string(c.pointee.message, "message")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Failure.self)
            c.pointee.id = self.id
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.message.isEmpty {
                c.pointee.message = try arena.string(self.message, "message")
            }
        }
    }

    /// Everything that was recognized in one image.
    public struct Page: Message {
        /// At least one: the first one, and further ones of the same photo.
        public var readings: [Worker.Reading] = []
        /// The page's position on the photos it was read from; empty when the page is the photo as displayed.
        public var parts: [Worker.Part] = []
        public var statistics: Worker.Statistics? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            readings: [Worker.Reading] = [],
            parts: [Worker.Part] = [],
            statistics: Worker.Statistics? = nil
        ) {
            self.readings = readings
            self.parts = parts
            self.statistics = statistics
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Page()
            larder__worker__v1__page__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Page.self)
            self.readings = try MessageField.messages(c.pointee.n_readings, c.pointee.readings, "readings")
            self.parts = try MessageField.messages(c.pointee.n_parts, c.pointee.parts, "parts")
            self.statistics = try MessageField.message(c.pointee.statistics, "statistics")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Page.self)
            if !self.readings.isEmpty {
                c.pointee.n_readings = self.readings.count
                c.pointee.readings = try arena.messages(self.readings, "readings").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Worker__V1__Reading>?.self)
            }
            if !self.parts.isEmpty {
                c.pointee.n_parts = self.parts.count
                c.pointee.parts = try arena.messages(self.parts, "parts").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Worker__V1__Part>?.self)
            }
            if let value = self.statistics {
                c.pointee.statistics = try arena.message(value, "statistics").assumingMemoryBound(to: Larder__Worker__V1__Statistics.self)
            }
        }
    }

    /// What one reader recognized. Lengths are in pixels of the page, which is upright and flat.
    public struct Reading: Message {
        public var width: UInt32 = 0
        public var height: UInt32 = 0
        public var words: [Worker.Word] = []
        /// The rows that were reread; empty when the whole photo was read.
        public var rereadRows: [Worker.Row] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            width: UInt32 = 0,
            height: UInt32 = 0,
            words: [Worker.Word] = [],
            rereadRows: [Worker.Row] = []
        ) {
            self.width = width
            self.height = height
            self.words = words
            self.rereadRows = rereadRows
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Reading()
            larder__worker__v1__reading__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Reading.self)
            self.width = c.pointee.width
            self.height = c.pointee.height
            self.words = try MessageField.messages(c.pointee.n_words, c.pointee.words, "words")
            self.rereadRows = try MessageField.messages(c.pointee.n_reread_rows, c.pointee.reread_rows, "reread_rows")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Reading.self)
            c.pointee.width = self.width
            c.pointee.height = self.height
            if !self.words.isEmpty {
                c.pointee.n_words = self.words.count
                c.pointee.words = try arena.messages(self.words, "words").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Worker__V1__Word>?.self)
            }
            if !self.rereadRows.isEmpty {
                c.pointee.n_reread_rows = self.rereadRows.count
                c.pointee.reread_rows = try arena.messages(self.rereadRows, "reread_rows").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Worker__V1__Row>?.self)
            }
        }
    }

    /// A printed word.
    public struct Word: Message {
        public var text: String = ""
        /// 0 to 100.
        public var confidence: UInt32 = 0
        /// The index of the reader's line, or of the reread row.
        public var line: UInt32 = 0
        public var x: UInt32 = 0
        public var y: UInt32 = 0
        public var width: UInt32 = 0
        public var height: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            text: String = "",
            confidence: UInt32 = 0,
            line: UInt32 = 0,
            x: UInt32 = 0,
            y: UInt32 = 0,
            width: UInt32 = 0,
            height: UInt32 = 0
        ) {
            self.text = text
            self.confidence = confidence
            self.line = line
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Word()
            larder__worker__v1__word__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Word.self)
            self.text = try MessageField.string(c.pointee.text, "text")
            self.confidence = c.pointee.confidence
            self.line = c.pointee.line
            self.x = c.pointee.x
            self.y = c.pointee.y
            self.width = c.pointee.width
            self.height = c.pointee.height
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Word.self)
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
            c.pointee.confidence = self.confidence
            c.pointee.line = self.line
            c.pointee.x = self.x
            c.pointee.y = self.y
            c.pointee.width = self.width
            c.pointee.height = self.height
        }
    }

    /// The part of a page that one photo shows.
    public struct Part: Message {
        /// The photo's index in upload order, from 0.
        public var photo: UInt32 = 0
        public var top: UInt32 = 0
        /// Of the photo as displayed.
        public var photoWidth: UInt32 = 0
        public var photoHeight: UInt32 = 0
        /// The projection from the page to the photo: a matrix of three by three, row by row.
        public var projection: [Double] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            photo: UInt32 = 0,
            top: UInt32 = 0,
            photoWidth: UInt32 = 0,
            photoHeight: UInt32 = 0,
            projection: [Double] = []
        ) {
            self.photo = photo
            self.top = top
            self.photoWidth = photoWidth
            self.photoHeight = photoHeight
            self.projection = projection
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Part()
            larder__worker__v1__part__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Part.self)
            self.photo = c.pointee.photo
            self.top = c.pointee.top
            self.photoWidth = c.pointee.photo_width
            self.photoHeight = c.pointee.photo_height
            self.projection = MessageField.values(c.pointee.n_projection, c.pointee.projection)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Part.self)
            c.pointee.photo = self.photo
            c.pointee.top = self.top
            c.pointee.photo_width = self.photoWidth
            c.pointee.photo_height = self.photoHeight
            if !self.projection.isEmpty {
                c.pointee.n_projection = self.projection.count
                c.pointee.projection = try arena.values(self.projection)
            }
        }
    }

    /// The band of a reread row. It may begin left of the photo.
    public struct Row: Message {
        public var left: Int32 = 0
        public var right: Int32 = 0
        public var leftMiddle: Int32 = 0
        public var rightMiddle: Int32 = 0
        public var height: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            left: Int32 = 0,
            right: Int32 = 0,
            leftMiddle: Int32 = 0,
            rightMiddle: Int32 = 0,
            height: Int32 = 0
        ) {
            self.left = left
            self.right = right
            self.leftMiddle = leftMiddle
            self.rightMiddle = rightMiddle
            self.height = height
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Row()
            larder__worker__v1__row__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Row.self)
            self.left = c.pointee.left
            self.right = c.pointee.right
            self.leftMiddle = c.pointee.left_middle
            self.rightMiddle = c.pointee.right_middle
            self.height = c.pointee.height
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Row.self)
            c.pointee.left = self.left
            c.pointee.right = self.right
            c.pointee.left_middle = self.leftMiddle
            c.pointee.right_middle = self.rightMiddle
            c.pointee.height = self.height
        }
    }

    /// Statistics of a photo.
    public struct Statistics: Message {
        /// 0 to 255.
        public var brightness: UInt32 = 0
        /// 0 to 255.
        public var contrast: UInt32 = 0
        /// In percent of the contrast.
        public var sharpness: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            brightness: UInt32 = 0,
            contrast: UInt32 = 0,
            sharpness: UInt32 = 0
        ) {
            self.brightness = brightness
            self.contrast = contrast
            self.sharpness = sharpness
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Worker__V1__Statistics()
            larder__worker__v1__statistics__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Statistics.self)
            self.brightness = c.pointee.brightness
            self.contrast = c.pointee.contrast
            self.sharpness = c.pointee.sharpness
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Worker__V1__Statistics.self)
            c.pointee.brightness = self.brightness
            c.pointee.contrast = self.contrast
            c.pointee.sharpness = self.sharpness
        }
    }
}
