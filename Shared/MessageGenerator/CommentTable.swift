import CDescriptorMessages

/// The comments of a file by the path of what they stand at.
///
/// Paths are those of `google.protobuf.SourceCodeInfo.Location`: field numbers and indexes from the file downwards.
struct CommentTable {
    private var comments: [[Int32]: String] = [:]

    init(_ info: UnsafeMutablePointer<Google__Protobuf__SourceCodeInfo>?) {
        guard let info = info?.pointee else { return }
        for location in list(info.n_location, info.location) {
            let path = Array(UnsafeBufferPointer(start: location.path, count: location.n_path))
            let comment = text(location.leading_comments) + text(location.trailing_comments)
            if !comment.isEmpty { comments[path] = comment }
        }
    }

    subscript(path: [Int32]) -> String {
        comments[path] ?? ""
    }
}

/// The structures behind a C array of pointers.
func list<Element>(_ count: Int, _ array: UnsafeMutablePointer<UnsafeMutablePointer<Element>?>?) -> [Element] {
    (0..<count).compactMap { array?[$0]?.pointee }
}

/// A C string, or "" when it is absent.
func text(_ string: UnsafePointer<CChar>?) -> String {
    string.map { String(cString: $0) } ?? ""
}
