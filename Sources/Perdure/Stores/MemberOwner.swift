// SPDX-License-Identifier: Apache-2.0
// The owner of a to-many relationship, as a store knows it: its entity and slot there. Readers of members ask for it.

import PerdureStore

/// The key and slot of a relationship's owner.
struct MemberOwner {
    let key: ObjectKey
    let slot: Int

    /// Finds the relationship; nil when the store does not have it.
    ///
    /// A key of a superentity without the relationship gets the entity that declares the relationship.
    init?(_ key: ObjectKey, _ relationship: NSRelationshipDescription, in schema: Schema) {
        if let slot = schema[key.entity].slots[relationship.name] {
            (self.key, self.slot) = (key, slot)
            return
        }
        let declaring = relationship.entity.layout
        guard declaring.root == key.root, let slot = declaring.slots[relationship.name] else { return nil }
        self.key = ObjectKey(entity: declaring.number, root: key.root, number: key.number)
        self.slot = slot
    }

    /// How the store's cache names the relationship.
    func side(in schema: Schema) -> MemberSide? {
        MemberSide(schema[key.entity].properties[slot], in: schema)
    }
}
