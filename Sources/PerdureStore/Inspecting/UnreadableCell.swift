// SPDX-License-Identifier: Apache-2.0
// A value that cannot be read, of a result of tuples: such a result has no entity, so only who asked knows what the value is.

/// A place in a result whose value is null because it cannot be read.
package struct UnreadableCell: Error {
    /// The index of the tuple.
    package let tuple: Int
    /// The index of the column.
    package let column: Int
    /// What is wrong, with names that mean nothing.
    package let error: StoreError

    package init(tuple: Int, column: Int, error: StoreError) {
        self.tuple = tuple
        self.column = column
        self.error = error
    }

    /// The error of a value whose names are known.
    ///
    /// - Parameters:
    ///   - object: the object whose tuple it is; nil where nobody knows.
    ///   - entity: the object's entity.
    ///   - property: the property, or the path to it.
    /// - Returns: the error with these names.
    package func named(object: String?, entity: String, property: String) -> StoreError {
        let place = object.map { "\($0): " } ?? ""
        return switch error {
        case .invalidValue(_, _, let reason):
            .invalidValue(entity: entity, property: property, reason: place + reason)
        case .externalData(_, _, let name, let reason):
            .externalData(entity: entity, property: property, name: name, reason: place + reason)
        default: error
        }
    }
}
