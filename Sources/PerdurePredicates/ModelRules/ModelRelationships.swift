// SPDX-License-Identifier: Apache-2.0
// The rules of relationships (destinations, counts, inverses), and the model as these rules see it.

/// The relationships of a model.
package protocol ModelRelationships: ModelHierarchy {
    associatedtype Relationship

    /// The entity and the name, as in "Person.friends".
    func path(of relationship: Relationship) -> (entity: String?, name: String)
    /// The least and the greatest number of members; a maximum of 0 means no maximum.
    func counts(of relationship: Relationship) -> (minimum: Int, maximum: Int)
    func destination(of relationship: Relationship) -> ModelReference<Entity>
    /// The inverse, looked up at the destination.
    func inverse(of relationship: Relationship, at destination: Entity) -> ModelReference<Relationship>
    /// The name that a relationship gives for its inverse.
    func inverseName(of relationship: Relationship) -> String?
    /// Whether a relationship names another one as its inverse.
    func isInverse(_ other: Relationship, of relationship: Relationship) -> Bool
    /// Whether objects of an entity have the relationship.
    func has(_ entity: Entity, _ relationship: Relationship) -> Bool
}

/// Checks one relationship.
package struct RelationshipRules<Model: ModelRelationships> {
    private let model: Model
    private let relationship: Model.Relationship
    private let entity: Model.Entity

    package init(_ model: Model, _ relationship: Model.Relationship, of entity: Model.Entity) {
        self.model = model
        self.relationship = relationship
        self.entity = entity
    }

    /// Checks destination and inverse.
    ///
    /// The caller has checked the depth of the model.
    package func checkEnds(_ report: (ModelFault) throws -> Void) rethrows {
        let place = model.path(of: relationship)
        switch model.destination(of: relationship) {
        case .none: try report(.noDestination(place))
        case .unknown(let name): try report(.unknownDestination(place, name))
        case .known(let destination): try checkInverse(at: destination, report)
        }
    }

    /// Checks the counts.
    package func checkCounts(_ report: (ModelFault) throws -> Void) rethrows {
        let (low, high) = model.counts(of: relationship)
        let place = model.path(of: relationship)
        if low < 0 {
            try report(.negativeCount(place, "minimum", low))
        } else if high < 0 {
            try report(.negativeCount(place, "maximum", high))
        } else if high > 0, low > high {
            try report(.crossedCounts(place, low, high))
        }
    }

    private func checkInverse(
        at destination: Model.Entity, _ report: (ModelFault) throws -> Void
    ) rethrows {
        let place = model.path(of: relationship)
        let destinationName = model.name(of: destination) ?? "?"
        switch model.inverse(of: relationship, at: destination) {
        case .none: return
        case .unknown(let name): try report(.unknownInverse(place, name, at: destinationName))
        case .known(let inverse):
            guard model.isInverse(relationship, of: inverse) else {
                return try report(
                    .oneSidedInverse(place, model.path(of: inverse), model.inverseName(of: inverse)))
            }
            guard model.has(destination, inverse) else {
                return try report(.foreignInverse(place, model.path(of: inverse), destinationName))
            }
            // An inverse without a destination is a fault of the inverse itself.
            guard let back = model.destination(of: inverse).target, !isRelated(back) else { return }
            try report(.wrongInverse(place, model.path(of: inverse), model.name(of: back) ?? "?"))
        }
    }

    private func isRelated(_ other: Model.Entity) -> Bool {
        model.isKind(entity, of: other) || model.isKind(other, of: entity)
    }
}

extension ModelFault {
    package typealias Place = (entity: String?, name: String)

    fileprivate static func noDestination(_ place: Place) -> ModelFault {
        ModelFault(
            .chosenDestination, place.entity, place.name,
            "the relationship has no destination entity; choose one")
    }

    package static func unknownDestination(_ place: Place, _ destination: String) -> ModelFault {
        ModelFault(
            .knownDestination, place.entity, place.name,
            "its destination entity \(name: destination) is not in the model; add it, or choose another one")
    }

    fileprivate static func negativeCount(_ place: Place, _ end: String, _ count: Int) -> ModelFault {
        ModelFault(
            .countsFromZero, place.entity, place.name,
            "its \(end) count \(count) is negative; choose a number from 0 on")
    }

    fileprivate static func crossedCounts(_ place: Place, _ low: Int, _ high: Int) -> ModelFault {
        ModelFault(
            .orderedCounts, place.entity, place.name,
            "its minimum count \(low) is greater than its maximum count \(high); change one of them")
    }

    package static func unknownInverse(_ place: Place, _ inverse: String, at destination: String)
        -> ModelFault
    {
        ModelFault(
            .knownInverse, place.entity, place.name,
            "its inverse \(name: inverse) is no relationship of the entity \(name: destination); "
                + "add it there, or choose another inverse")
    }

    fileprivate static func oneSidedInverse(
        _ place: Place, _ inverse: Place, _ actual: String?
    ) -> ModelFault {
        let inverse = "\(inverse.entity ?? "?").\(inverse.name)"
        let text: FaultText =
            if let actual {
                "its inverse \(name: inverse) names \(name: actual) as its own inverse; make each the inverse of the other"
            } else {
                "its inverse \(name: inverse) names nothing as its own inverse; make each the inverse of the other"
            }
        return ModelFault(.mutualInverse, place.entity, place.name, text)
    }

    fileprivate static func foreignInverse(
        _ place: Place, _ inverse: Place, _ destination: String
    ) -> ModelFault {
        ModelFault(
            .inverseThatLeadsBack, place.entity, place.name,
            "its inverse \(name: "\(inverse.entity ?? "?").\(inverse.name)") does not lead from the destination "
                + "\(name: destination); choose one that does")
    }

    fileprivate static func wrongInverse(_ place: Place, _ inverse: Place, _ back: String) -> ModelFault {
        ModelFault(
            .inverseThatLeadsBack, place.entity, place.name,
            "its inverse \(name: "\(inverse.entity ?? "?").\(inverse.name)") leads to \(name: back), not back here; "
                + "change its destination, or choose another inverse")
    }
}
