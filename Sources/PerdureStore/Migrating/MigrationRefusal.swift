// SPDX-License-Identifier: Apache-2.0
// Why no migration can be inferred, and what to do about it. The wording is here, so that stores of all kinds say the same.

/// A reason why no migration can be inferred.
package struct MigrationRefusal: Sendable, Hashable {
    /// What is in the way.
    package enum Kind: Sendable, Hashable {
        case incompatibleTypes(StoredAttributeType, StoredAttributeType)
        /// A to-many relationship becomes a to-one.
        case manyToOne
        /// Two destinations come from one source; the other one's name.
        case sharedOrigin(with: String)
        /// Rows of two hierarchies would come together; the other entity's name.
        case joinedHierarchies(with: String)
        /// Something would be lost, and the caller does not allow it.
        case loss(MigrationLoss.Kind)
    }

    package let kind: Kind
    /// The name in the destination; in the source for a removed entity.
    package let entity: String
    /// The name in the destination, with elements of composites behind dots; that in the source for a loss.
    package let property: String?

    /// Why, in a few words; those of Apple's error where they are known.
    package var reason: String {
        switch kind {
        case .incompatibleTypes: "Source and destination attribute types are incompatible"
        case .manyToOne: "A to-many relationship cannot become a to-one relationship"
        case .sharedOrigin(let other): "\(place) and \"\(other)\" have the same renaming identifier or origin"
        case .joinedHierarchies(let other):
            "The entities \"\(entity)\" and \"\(other)\" had no common ancestor, and entity hierarchies cannot be joined"
        case .loss(let kind): "The migration would lose \(kind.words)"
        }
    }

    /// What is wrong where, and what to do.
    package var text: String { "\(place): \(reason). \(advice)" }

    private var place: String { "\"\(property.map { "\(entity).\($0)" } ?? entity)\"" }

    private var advice: String {
        switch kind {
        case .incompatibleTypes(let old, let new):
            "It changes from \(old) to \(new): keep the type, or add an attribute of another name beside it."
        case .manyToOne:
            "Which member would stay is not known: keep it to-many, or add a relationship of another name."
        case .sharedOrigin: "Give each of them a renaming identifier that no other one has."
        case .joinedHierarchies: "Leave each below its own root, or make one of them a new entity."
        case .loss: "Keep what is named in the new version, or allow losses."
        }
    }
}

/// All reasons why no migration can be inferred, by entity and property.
package struct MigrationRefused: Error, Hashable {
    /// At least one; sorted by the names of entity and property.
    package let refusals: [MigrationRefusal]
}

/// Collects refusals, one for each property.
struct RefusalList {
    private struct Place: Hashable {
        let entity: String
        let property: String?
    }

    private var known: [Place: MigrationRefusal] = [:]

    /// Adds a refusal; the first one of a place counts.
    mutating func add(_ kind: MigrationRefusal.Kind, entity: String, property: String? = nil) {
        let place = Place(entity: entity, property: property)
        guard known[place] == nil else { return }
        known[place] = MigrationRefusal(kind: kind, entity: entity, property: property)
    }

    /// Throws what has been collected.
    func check() throws(MigrationRefused) {
        guard !known.isEmpty else { return }
        throw MigrationRefused(
            refusals: known.values.sorted {
                ($0.entity, $0.property ?? "") < ($1.entity, $1.property ?? "")
            })
    }
}
