// SPDX-License-Identifier: Apache-2.0
// Checks that stores can keep the unique properties of a schema unique. Former versions of a schema pass: a store that has one must
// stay readable on its way to the next.

import Foundation

extension Schema.Entity {
    /// Checks that each unique property has one column.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` that names a property with several ones.
    func checkConstraints() throws {
        let properties = inheritedProperties + storedProperties
        for name in uniquenessConstraints.joined() {
            guard let attribute = properties.first(where: { $0.name == name }) as? Schema.Attribute,
                attribute.columnCount > 1
            else { continue }
            throw SwiftDataError(
                .loadIssueModelContainer,
                "\(self.name).\(name) is to be unique, and the store keeps a \(attribute.valueType) in "
                    + "\(attribute.columnCount) columns, of which some may be empty: give the enum raw values, make a property "
                    + "of one value unique instead, or take the constraint away.")
        }
    }
}

extension Schema.Attribute {
    /// How many columns the values have.
    fileprivate var columnCount: Int {
        guard let composite = self as? Schema.CompositeAttribute else { return 1 }
        return composite.properties.reduce(0) { $0 + $1.columnCount }
    }
}
