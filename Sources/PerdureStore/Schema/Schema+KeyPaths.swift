// SPDX-License-Identifier: Apache-2.0
// Where key paths lead by the schema alone, for paths on which an object is missing.

extension Schema {
    /// Whether a key path ends in a to-many relationship, or in an attribute that is a set.
    ///
    /// - Parameters:
    ///   - keys: Relationships, and a last key of any kind.
    ///   - layout: The entity of the object at which the path starts.
    /// - Returns: Whether the last key alone has many values; nil for a path that the schema does not know.
    package func leadsToCollection(_ keys: ArraySlice<String>, from layout: EntityLayout) -> Bool? {
        guard let last = keys.last else { return nil }
        var layout = layout
        for key in keys.dropLast() {
            guard let relationship = layout.property(named: key)?.relationship else { return nil }
            layout = self[relationship.destination]
        }
        guard let property = layout.property(named: last) else { return nil }
        return property.relationship?.isToMany ?? (property.merge?.kind == .set)
    }
}
