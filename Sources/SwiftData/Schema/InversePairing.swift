// SPDX-License-Identifier: Apache-2.0
// Finds which relationships are two sides of one: what a side states, and two plain properties that can only mean each other.

import Foundation
import PerdureBase

/// Pairs relationships of a schema.
struct InversePairing {
    /// A relationship with the entity that declares it.
    fileprivate struct Side {
        let entity: Schema.Entity
        let relationship: Schema.Relationship
    }

    private let sides: [Side]
    private let byName: [String: Schema.Entity]

    init(_ entities: [Schema.Entity]) {
        byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        sides = entities.flatMap { entity in
            entity.storedProperties.compactMap { $0 as? Schema.Relationship }
                .map { Side(entity: entity, relationship: $0) }
        }
    }

    /// Gives each relationship the name of its inverse, if it has one.
    func pair() {
        for side in sides { pairStated(side) }
        for side in sides where side.isFree { pairInferred(side) }
        for side in sides { warnOfOneWay(side) }
    }

    /// Pairs a side that states its inverse.
    private func pairStated(_ side: Side) {
        guard let keyPath = side.relationship.inverseKeyPath else { return }
        guard let owner = type(of: keyPath).rootType as? any PersistentModel.Type,
            let name = ModelFacts.of(owner).name(of: keyPath), let other = find(name, from: side)
        else {
            return Self.report(
                side.text, "states an inverse that is no relationship of \(side.relationship.destination)")
        }
        for (one, another) in [(side, other), (other, side)] {
            let known = one.relationship.inverseName
            if let known, known != another.relationship.name {
                Self.report(one.text, "is stated as the inverse of \(known) and of \(another.text)")
            }
            one.relationship.inverseName = another.relationship.name
        }
    }

    /// The other side by its name: declared by the destination or by an entity above it.
    private func find(_ name: String, from side: Side) -> Side? {
        var entity = byName[side.relationship.destination]
        while let present = entity {
            if let found = sides.first(where: { $0.entity === present && $0.relationship.name == name }) {
                return found
            }
            entity = present.superentity
        }
        return nil
    }

    /// Pairs two plain properties, if there is no other one between the same two classes.
    private func pairInferred(_ side: Side) {
        let (own, other) = (side.entity.name, side.relationship.destination)
        let forth = sides.filter { $0.leads(from: own, to: other) && $0.isFree }
        let back = sides.filter { $0.leads(from: other, to: own) && $0.isFree }
        guard forth.count == 1, back.count == 1, let partner = back.first,
            partner.relationship !== side.relationship
        else { return }
        side.relationship.inverseName = partner.relationship.name
        partner.relationship.inverseName = side.relationship.name
    }

    private static let warned = Lock<Set<String>>([])

    /// Tells once of a side that says something but not its inverse, where the other side has a property for it.
    private func warnOfOneWay(_ side: Side) {
        guard side.relationship.isAnnotated, side.relationship.inverseName == nil else { return }
        let back = sides.filter {
            $0.leads(from: side.relationship.destination, to: side.entity.name)
                && $0.relationship.inverseName == nil && $0.relationship !== side.relationship
        }
        guard back.count == 1, let other = back.first else { return }
        let words =
            "SwiftData: warning: \(side.text) and \(other.text) are two relationships of one way each; if they are two "
            + "sides of one, write inverse: \\\(other.text) at \(side.text)\n"
        guard Self.warned.withLock({ $0.insert(words).inserted }) else { return }
        FileHandle.standardError.write(Data(words.utf8))
    }

    private static func report(_ relationship: String, _ what: String) {
        ExceptionTrap.raise(
            CoreDataException.invalidArgument(
                "The relationship \(relationship) \(what): write @Relationship(inverse:) on one side only."))
    }
}

extension InversePairing.Side {
    /// Whether nothing is known of the other side yet, and nothing is said.
    fileprivate var isFree: Bool { relationship.inverseName == nil && !relationship.isAnnotated }
    fileprivate var text: String { "\(entity.name).\(relationship.name)" }

    fileprivate func leads(from owner: String, to destination: String) -> Bool {
        entity.name == owner && relationship.destination == destination
    }
}
