// SPDX-License-Identifier: Apache-2.0
// The table of types: which values become values of another type, and what may go wrong with them.

/// How values of one type become values of another.
package struct AttributeConversion: Sendable, Hashable {
    package let from: StoredAttributeType
    package let to: StoredAttributeType

    /// The conversion between two types; nil where none can be inferred.
    ///
    /// Numbers convert among themselves and with booleans; of these anything but 0 is true. A fraction is cut off.
    init?(from: StoredAttributeType, to: StoredAttributeType) {
        guard from == to || (from.isNumeric && to.isNumeric) else { return nil }
        self.from = from
        self.to = to
    }

    /// Whether values stay as they are.
    package var isIdentity: Bool { from == to }

    /// Whether a value may be outside of the new type's range, which only the rows tell.
    package var mayNotFit: Bool {
        guard !isIdentity, let range = to.range else { return false }
        return (from.range ?? 0) > range
    }

    /// Whether all values have an equal one of the new type.
    package var keepsValues: Bool {
        isIdentity || from == .boolean || Self.exact[from]?.contains(to) == true
    }

    /// The types that hold all values of a type.
    private static let exact: [StoredAttributeType: Set<StoredAttributeType>] = [
        .integer16: [.integer32, .integer64, .decimal, .double, .float],
        .integer32: [.integer64, .decimal, .double],
        .integer64: [.decimal],
        .float: [.double],
    ]
}

extension StoredAttributeType {
    fileprivate var isNumeric: Bool { range != nil || self == .boolean }

    /// The rank of a number's range; nil for a type that takes anything, or no number.
    fileprivate var range: Int? {
        switch self {
        case .integer16: 1
        case .integer32: 2
        case .integer64: 3
        case .float: 4
        case .decimal: 5
        case .double: 6
        default: nil
        }
    }
}
