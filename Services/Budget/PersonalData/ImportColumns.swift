import ServiceKit

/// The columns of imports that are encrypted under their owners' keys.
enum ImportColumns {
    static let fileName = SealedColumn("imports", "file_name", key: ["user_id", "id"], hasFormer: false)
    static let mapping = SealedColumn(
        "import_mappings",
        "mapping",
        .bytes,
        key: ["user_id", "header_hash"],
        hasFormer: false
    )

    static let all = [fileName, mapping]
}
