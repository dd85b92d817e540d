// SPDX-License-Identifier: Apache-2.0
// The types of expressions, as the translation knows them. Operand.swift has the sides of comparisons.

import PerdureStore

/// The type of an expression's values, as far as it decides how constants are bound.
enum ValueType: Sendable {
    case attribute(StoredAttributeType)
    /// A column that the database cannot compare (ColumnForm.swift has the reason).
    case opaque(ColumnForm)
    /// The key of an object of the hierarchy with this root.
    case reference(root: Int32)
    /// The number of an entity in the file.
    case entity
    /// The result of a computation.
    case computed

    var isText: Bool {
        switch self {
        case .attribute(.string), .attribute(.uri): true
        default: false
        }
    }
}

extension ValueType {
    /// The type of a column's values.
    init(_ column: AttributeColumn) {
        self = column.form.refusal == nil ? .attribute(column.type) : .opaque(column.form)
    }

    /// The kind of the values; nil for entities, and for columns that cannot be compared.
    var kind: ValueKind? {
        switch self {
        case .computed: .number
        case .reference: .reference
        case .opaque(let form): form.kind
        case .entity: nil
        case .attribute(let type): ColumnForm(type).kind
        }
    }
}
