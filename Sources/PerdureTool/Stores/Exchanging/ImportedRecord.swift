// SPDX-License-Identifier: Apache-2.0
// The objects of an import as their files have them. RecordReading.swift reads them, ImportRun.swift makes objects of them.

/// Where something stands.
struct ImportPlace: Hashable {
    let file: String
    let line: Int

    var text: String { "\(file):\(line)" }
}

/// The words of a value.
enum ImportedValue {
    case json(JSONValue)
    /// A cell of a table; nil is no value.
    case cell(String?)
    /// A word of the command line; nil is no value.
    case plain(String?)
}

/// One object.
struct ImportedRecord {
    let place: ImportPlace
    let entity: String
    /// The name by which other records refer to it.
    let name: ObjectName?
    let values: [(key: String, value: ImportedValue)]
    /// The UUID of the store whose name it is.
    let store: String?
}

/// A name in the files: that of a store's object, or one that only its file knows.
struct NameInFiles: Hashable {
    let store: String?
    let short: String
}

/// Something that cannot be imported.
struct ImportProblem: Hashable {
    let place: ImportPlace
    let entity: String?
    let key: String?
    let text: String

    /// The problem in one line.
    var line: String {
        let path = [entity, key].compactMap { $0 }.joined(separator: ".")
        return "\(place.text): \(path.isEmpty ? "" : path + ": ")\(text)"
    }

    var json: JSONValue {
        .object([
            ("file", .string(place.file)), ("line", .integer(Int64(place.line))),
            ("entity", JSONValue(entity)), ("key", JSONValue(key)), ("message", .string(text)),
        ])
    }
}
