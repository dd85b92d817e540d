// SPDX-License-Identifier: Apache-2.0
// The wording of the faults that ModelCheck.swift finds. Part of ErrorMessages.swift.

import PerdurePredicates

extension ErrorMessages {
    static func entityWithoutName() -> CoreDataException {
        .invalidArgument("An entity of the model has no name. Give every entity a name.")
    }

    static func propertyWithoutName(entity: String?) -> CoreDataException {
        .invalidArgument(
            "A property of the entity \(quoted(entity)) has no name. Give every property a name.")
    }

    static func cyclicInheritance(entity: String?) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)) is its own ancestor. Remove it from the subentities of its descendants."
        )
    }

    static func tooManyAncestors(entity: String?, _ limit: Int) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)) has more than \(limit) ancestors. Remove some of them.")
    }

    static func ownTable(entity: String?, table: String) -> CoreDataException {
        .invalidArgument(
            "The table of the entity \(quoted(entity)) would be \(table), which is one of Core Data's own. Rename the entity."
        )
    }

    static func negativeCount(entity: String?, property: String, what: String, _ count: Int)
        -> CoreDataException
    {
        .invalidArgument(
            "The \(what) of the relationship \"\(path(entity, property))\" is \(count). Choose a number from 0 on."
        )
    }

    static func crossedCounts(entity: String?, property: String, _ low: Int, _ high: Int) -> CoreDataException
    {
        .invalidArgument(
            "The minCount of the relationship \"\(path(entity, property))\" is \(low), and its maxCount is \(high). "
                + "Change one of them.")
    }

    static func cyclicDerivation(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The attribute \"\(path(entity, property))\" is derived from itself, directly or through others. "
                + "Derive it from a stored attribute.")
    }

    static func deepComposite(entity: String?, property: String, _ limit: Int) -> CoreDataException {
        .invalidArgument(
            "The composite attribute at \"\(path(entity, property))\" stands inside more than \(limit) others. "
                + "Take an element out.")
    }

    static func foreignEntity(_ entity: String?, as role: String, of whom: String?) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)), \(role) of \(quoted(whom)), is not in the model. "
                + "Add it to the model's entities.")
    }

    static func redeclared(entity: String?, property: String, owner: String) -> CoreDataException {
        let place = owner == entity ? "twice" : "and so does its ancestor \"\(owner)\""
        return .invalidArgument(
            "The entity \(quoted(entity)) declares the property \"\(property)\" \(place). Rename or remove one."
        )
    }

    static func reservedName(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The property \"\(path(entity, property))\" has the name of a method of NSManagedObject. Rename it."
        )
    }

    static func ambiguousIndex(entity: String?, index: String) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)) has two indexes named \"\(index)\". Rename one of them.")
    }

    static func strangerInIndex(entity: String?, index: String, property: String) -> CoreDataException {
        .invalidArgument(
            "The index \"\(index)\" of the entity \(quoted(entity)) names \"\(property)\", which is no property "
                + "of the entity. Use one of its properties.")
    }

    static func transientDerivation(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The derived attribute \"\(path(entity, property))\" is transient, but stores compute derived attributes. "
                + "Make it persistent.")
    }

    static func cyclicComposite(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The composite attribute at \"\(path(entity, property))\" contains itself. Remove it from its elements."
        )
    }

    static func ambiguousElement(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The element \"\(path(entity, property))\" has no name, or the name of another element. Rename it."
        )
    }

    static func illegalElement(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The element \"\(path(entity, property))\" is transient or derived, which elements cannot be. "
                + "Make it a plain persistent attribute.")
    }

    static func relationshipWithoutDestination(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "The relationship \"\(path(entity, property))\" has no destination entity. Set destinationEntity, and "
                + "keep the entity in the model.")
    }

    static func inverseNotMutual(
        entity: String?, property: String, inverse: String, actual: String?
    ) -> CoreDataException {
        .invalidArgument(
            "The inverse of \"\(path(entity, property))\" is \"\(inverse)\", whose own inverse is "
                + "\(actual.map { "\"\($0)\"" } ?? "not set"). Each must name the other.")
    }

    static func inverseElsewhere(
        entity: String?, property: String, inverse: String, destination: String?
    ) -> CoreDataException {
        .invalidArgument(
            "The inverse of \"\(path(entity, property))\" is \"\(inverse)\", which does not lead from the "
                + "destination \(quoted(destination)) back to \(quoted(entity)). Set the inverse that does.")
    }

    static func wrongDefault(
        entity: String?, property: String, type: NSAttributeType, given: String
    ) -> CoreDataException {
        .invalidArgument(
            "The default value of \"\(path(entity, property))\" is of the class \(given), but the attribute's type "
                + "asks for \(type.valueClassName ?? "another class"). Set a value of that class.")
    }
}
