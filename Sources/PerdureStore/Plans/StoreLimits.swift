// SPDX-License-Identifier: Apache-2.0
// What an engine cannot keep, or asks of its callers: a value of StoreEngine. Who writes to an engine looks here first
// (Perdure's PreparedSave), so that no engine has to find out while it writes.

/// The limits of one engine.
package struct StoreLimits: Sendable, Hashable {
    /// Whether texts may hold U+0000.
    package var keepsNullCharacters = true
    /// How many bytes a text may have whose attribute is in a uniqueness constraint; nil for any number.
    package var longestConstrainedText: Int?
    /// Whether every change set wants an identifier, by which the store recognises its commit.
    package var wantsIdentifiers = false
    /// Whether several change sets may be prepared at once: each waits for those that write the same rows, for no others.
    package var writesConcurrently = false

    package init() {}

    /// Looks whether the texts of a change set can be kept; costs nothing where all can.
    ///
    /// - Throws: `StoreError.invalidValue` for the first that cannot.
    package func check(_ changes: ChangeSet, _ schema: Schema) throws {
        guard !keepsNullCharacters || longestConstrainedText != nil else { return }
        for insertion in changes.insertions {
            let layout = schema[insertion.key.entity]
            for slot in layout.properties.indices { try check(insertion.row[slot], slot, layout, schema) }
        }
        for update in changes.updates {
            let layout = schema[update.key.entity]
            for slot in update.slots { try check(update.row[slot], slot, layout, schema) }
        }
    }

    private func check(_ value: StoredValue, _ slot: Int, _ layout: EntityLayout, _ schema: Schema) throws {
        guard case .string(let text) = value else { return }
        let property = layout.properties[slot]
        if !keepsNullCharacters, text.utf8.contains(0) {
            throw StoreError.invalidValue(
                entity: layout.name, property: property.name,
                reason: "the store keeps no text with the character U+0000; remove it")
        }
        guard let longest = longestConstrainedText, text.utf8.count > longest,
            layout.constrains(property.name, schema)
        else { return }
        throw StoreError.invalidValue(
            entity: layout.name, property: property.name,
            reason: "its texts must be unique, and the store compares at most \(longest) bytes; this one has "
                + "\(text.utf8.count)")
    }
}

extension EntityLayout {
    /// Whether an attribute is in a uniqueness constraint, of the entity or of one that it inherits from.
    fileprivate func constrains(_ attribute: String, _ schema: Schema) -> Bool {
        if uniquenessConstraints.contains(where: { $0.contains(attribute) }) { return true }
        return superentity.map { schema[$0].constrains(attribute, schema) } ?? false
    }
}
