// SPDX-License-Identifier: Apache-2.0
// The table from the type of an attribute to the form of its column: how it is read, with what its values are compared, and
// where they lie. Mapping, reading, translation, writing and batches ask it, and ask no type.

import PerdureStore

/// How the values of an attribute stand in a column.
package struct ColumnForm: Sendable, Hashable {
    /// As what the column is read.
    package let reading: RowPlan.Reading
    /// With what its values can be compared; nil where there is nothing.
    let kind: ValueKind?
    /// Why the database can do no more with the column than ask whether there is a value; nil where it can do more.
    let refusal: String?
    /// The numbers that it may have, where they are whole.
    let range: ClosedRange<Int64>?

    /// The form of a type's values, in columns and of results that have no column.
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

    /// The form of an attribute's values.
    init(_ attribute: AttributeDefinition) {
        let form = ColumnForm(attribute.type)
        self = attribute.allowsExternalStorage ? form.apart : form
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

    /// The form of bytes that may lie in files; any other form as it is.
    private var apart: ColumnForm {
        guard reading == .binary else { return self }
        return ColumnForm(
            .externalBinary, kind,
            refusal: refusal ?? "a binary attribute with external storage can be compared with nil only")
    }

    /// Whether what stands in the column may be no more than the name of a file.
    package var liesApart: Bool { reading == .externalBinary }
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
