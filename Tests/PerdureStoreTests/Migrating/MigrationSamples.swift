// SPDX-License-Identifier: Apache-2.0
// Short words for what is inferred of two versions.

import PerdureStore
import PerdureTestSupport
import Testing

/// Infers between two versions of a model.
func migration(
    _ old: [EntityDefinition], _ new: [EntityDefinition], refusingLoss: Bool = false
) throws -> InferredMigration {
    try InferredMigration(from: Schema(old), to: Schema(new), refusingLoss: refusingLoss)
}

/// What is refused between two versions of a model, as "Entity.property: reason"; none when a migration is inferred.
func refusals(_ old: [EntityDefinition], _ new: [EntityDefinition], refusingLoss: Bool = false) throws
    -> [String]
{
    do {
        _ = try migration(old, new, refusingLoss: refusingLoss)
        return []
    } catch let refused as MigrationRefused {
        return refused.refusals.map { refusal in
            "\(refusal.entity)\(refusal.property.map { ".\($0)" } ?? ""): \(refusal.reason)"
        }
    }
}

extension InferredMigration {
    /// The step of a destination's entity.
    func step(_ entity: String) throws -> EntityStep {
        let number = try #require(destination.entity(named: entity)?.number)
        return try #require(steps.first { $0.destination == number })
    }

    /// The origin of a property, by the destination's names.
    func origin(_ entity: String, _ property: String) throws -> PropertyOrigin {
        let slot = try #require(destination.entity(named: entity)?.slots[property])
        return try step(entity).origins[slot]
    }

    /// The origin of an attribute.
    func attribute(_ entity: String, _ property: String) throws -> AttributeOrigin {
        guard case .attribute(let origin) = try origin(entity, property) else { throw NoSuchOrigin() }
        return origin
    }

    /// The origin of a relationship.
    func relationship(_ entity: String, _ property: String) throws -> RelationshipOrigin {
        guard case .relationship(let origin) = try origin(entity, property) else { throw NoSuchOrigin() }
        return origin
    }

    /// The name that a property had; nil for an added one.
    func formerName(_ entity: String, _ property: String) throws -> String? {
        guard let number = try step(entity).source else { return nil }
        return try origin(entity, property).source.map { source[number].properties[$0].name }
    }

    /// Losses as "Entity.property kind".
    var lost: [String] {
        losses.map { loss in
            let name = source[loss.entity].name(at: loss.path).map { ".\($0)" } ?? ""
            return "\(source[loss.entity].name)\(name) \(loss.kind)"
        }
    }
}

/// The property is of the other kind.
struct NoSuchOrigin: Error {}
