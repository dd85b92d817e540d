// SPDX-License-Identifier: Apache-2.0
// The table from an attribute's type to the form of its column: how the column is read, what its values compare with, and
// where they lie. Mapping, reading, translation, writing and batches ask for the form, never for the type.

import PerdureStore

/// The form of an attribute's values in a column.
///
/// A form takes two bytes and names a row of the table: a mapping has one form for each column.
package struct ColumnForm: Sendable, Hashable {
    private let type: StoredAttributeType
    /// Whether the column may hold the name of a file instead of the value.
    package let mayLieInFile: Bool

    /// The form of a type's values, in columns and in results without a column.
    init(_ type: StoredAttributeType) {
        self.type = type
        mayLieInFile = false
    }

    /// The form of an attribute's values.
    init(_ attribute: AttributeDefinition) {
        type = attribute.type
        mayLieInFile = attribute.allowsExternalStorage && Row(attribute.type).reading == .binary
    }

    /// How the column is read.
    package var reading: ColumnReading { mayLieInFile ? .externalBinary : Row(type).reading }

    /// The kind of values that the column's values compare with; nil when there is none.
    var kind: ValueKind? { Row(type).kind }

    /// The reason why the database can only test the column for NULL; nil when it can do more.
    var refusal: String? {
        if let refusal = Row(type).refusal { return refusal }
        return mayLieInFile ? "a binary attribute with external storage can be compared with nil only" : nil
    }

    /// The range of a whole number; nil for other types.
    var range: ClosedRange<Int64>? { Row(type).range }

    /// One row of the table.
    private struct Row {
        let reading: ColumnReading
        let kind: ValueKind?
        let range: ClosedRange<Int64>?
        let refusal: String?

        init(_ type: StoredAttributeType) {
            switch type {
            case .integer16: self.init(.integer, .number, Int64(Int16.min)...Int64(Int16.max))
            case .integer32: self.init(.integer, .number, Int64(Int32.min)...Int64(Int32.max))
            case .integer64: self.init(.integer, .number, Int64.min...Int64.max)
            case .boolean: self.init(.boolean, .number)
            case .double, .float: self.init(.double, .number)
            case .decimal: self.init(.decimal, .number)
            case .string, .uri: self.init(.string, .text)
            case .date: self.init(.date, .date)
            case .binary: self.init(.binary, .data)
            case .transformable:
                self.init(.binary, nil, refusal: "a transformable attribute can be compared with nil only")
            case .uuid: self.init(.uuid, .uuid)
            default: self.init(.any, nil)
            }
        }

        private init(
            _ reading: ColumnReading, _ kind: ValueKind?, _ range: ClosedRange<Int64>? = nil,
            refusal: String? = nil
        ) {
            self.reading = reading
            self.kind = kind
            self.range = range
            self.refusal = refusal
        }
    }
}
