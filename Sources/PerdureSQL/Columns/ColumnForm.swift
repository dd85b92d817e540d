// SPDX-License-Identifier: Apache-2.0
// The table from the type of an attribute to the form of its column: how it is read, with what its values are compared, and
// where they lie. Mapping, reading, translation, writing and batches ask it, and ask no type.

import PerdureStore

/// How the values of an attribute stand in a column.
///
/// It names a row of the table, in two bytes: a mapping has one for each column.
package struct ColumnForm: Sendable, Hashable {
    private let type: AttributeType
    /// Whether what stands in the column may be no more than the name of a file.
    package let liesApart: Bool

    /// The form of a type's values, in columns and of results that have no column.
    init(_ type: AttributeType) {
        self.type = type
        liesApart = false
    }

    /// The form of an attribute's values.
    init(_ attribute: AttributeDefinition) {
        type = attribute.type
        liesApart = attribute.allowsExternalStorage && Row(attribute.type).reading == .binary
    }

    /// As what the column is read.
    package var reading: RowPlan.Reading { liesApart ? .externalBinary : Row(type).reading }

    /// With what its values can be compared; nil where there is nothing.
    var kind: ValueKind? { Row(type).kind }

    /// Why the database can do no more with the column than ask whether there is a value; nil where it can do more.
    var refusal: String? {
        if let refusal = Row(type).refusal { return refusal }
        return liesApart ? "a binary attribute with external storage can be compared with nil only" : nil
    }

    /// The numbers that it may have, where they are whole.
    var range: ClosedRange<Int64>? { Row(type).range }

    /// What the table says of a type.
    private struct Row {
        let reading: RowPlan.Reading
        let kind: ValueKind?
        let range: ClosedRange<Int64>?
        let refusal: String?

        init(_ type: AttributeType) {
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
            _ reading: RowPlan.Reading, _ kind: ValueKind?, _ range: ClosedRange<Int64>? = nil,
            refusal: String? = nil
        ) {
            self.reading = reading
            self.kind = kind
            self.range = range
            self.refusal = refusal
        }
    }
}

extension RowPlan.Reading {
    /// As what an attribute's column is read.
    package init(_ attribute: AttributeColumn) { self = attribute.form.reading }
}

extension ValueType {
    /// What the values of a column are.
    init(_ column: AttributeColumn) {
        self = column.form.refusal == nil ? .attribute(column.type) : .opaque(column.form)
    }
}
