// SPDX-License-Identifier: Apache-2.0
// What an engine cannot store, and what it requires of its callers. Perdure's PreparedSave checks the limits before it writes,
// so that no engine finds out halfway.

/// The limits of one engine.
public struct StoreLimits: Sendable, Hashable {
    /// Whether texts may hold U+0000.
    public var keepsNullCharacters = true
    /// Whether a set or a dictionary that merges may hold bytes that are none; other stores refuse such bytes.
    public var keepsUnreadableContent = true
    /// The most bytes that a text in a uniqueness constraint may have; nil for any number.
    public var longestConstrainedText: Int?
    /// Whether every change set needs an identifier, by which the store recognises its commit.
    public var wantsIdentifiers = false
    /// Whether several change sets may be prepared at once; each waits only for those that write the same rows.
    public var writesConcurrently = false
    /// Whether written attributes may come to have other values, which a commit gives back with its rows.
    public var changesWrittenValues = false

    /// No limits.
    public init() {}

    /// Checks whether the store can keep the texts of a change set; costs nothing where it can keep all texts.
    ///
    /// - Throws: `StoreError.invalidValue` for the first text that it cannot keep.
    public func check(_ changes: ChangeSet, _ schema: Schema) throws {
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
