// SPDX-License-Identifier: Apache-2.0
// Values of attributes as texts of XML files, and the names of their types. The names that no file of Apple's shows are ours.

import Foundation
import PerdureStore

/// The texts of one type of attributes.
enum AttributeText {
    /// The name of a type.
    static func name(of type: StoredAttributeType) -> String {
        switch type {
        case .undefined: "undefined"
        case .integer16: "int16"
        case .integer32: "int32"
        case .integer64: "int64"
        case .decimal: "decimal"
        case .double: "double"
        case .float: "float"
        case .string: "string"
        case .boolean: "bool"
        case .date: "date"
        case .binary: "binary"
        case .uuid: "uuid"
        case .uri: "uri"
        case .transformable: "transformable"
        case .objectID: "objectid"
        case .composite: "composite"
        }
    }

    /// The text of a value; nil for one that an attribute of the type does not hold.
    static func text(of value: StoredValue, _ type: StoredAttributeType) -> String? {
        switch (type, value) {
        case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
            (.integer64, .integer(let number)), (.boolean, .integer(let number)):
            "\(number)"
        case (.double, .double(let number)), (.float, .double(let number)), (.date, .date(let number)):
            "\(number)"
        case (.decimal, .decimal(let box)): box.value.isNaN ? "nan" : "\(box.value)"
        case (.string, .string(let text)), (.uri, .string(let text)): text
        case (.binary, .data(let data)), (.transformable, .data(let data)): data.base64EncodedString()
        case (.uuid, .uuid(let uuid)): uuid.uuidString
        default: nil
        }
    }

    /// The value of a text; nil for a text that no value of the type has.
    static func value(of text: String, _ type: StoredAttributeType) -> StoredValue? {
        switch type {
        // Derived sums may be larger than their type.
        case .integer16, .integer32, .integer64: Int64(text).map { .integer($0) }
        case .boolean: ["0": .integer(0), "1": .integer(1)][text]
        case .double: Double(text).map { .double($0) }
        case .float: Double(text).map { .double($0) }
        case .date: Double(text).map { .date($0) }
        case .decimal: decimal(text).map { .decimal(DecimalBox($0)) }
        case .string, .uri: .string(text)
        case .uuid: UUID(uuidString: text).map { .uuid($0) }
        case .binary, .transformable: data(text).map { .data($0) }
        case .undefined, .objectID, .composite: nil
        }
    }

    /// The bytes of a text in base64, which may have line breaks.
    static func data(_ text: String) -> Data? {
        Data(base64Encoded: String(text.unicodeScalars.filter { !" \t\r\n".unicodeScalars.contains($0) }))
    }

    /// A decimal; the initializer of Foundation stops at the first character that does not fit.
    static func decimal(_ text: String) -> Decimal? {
        if text == "nan" { return .nan }
        let pattern = /[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?/
        guard text.utf8.count <= 400, text.wholeMatch(of: pattern) != nil,
            let value = Decimal(string: text), !value.isNaN
        else { return nil }
        return value
    }
}
