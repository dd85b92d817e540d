// SPDX-License-Identifier: Apache-2.0
// What can be wrong with one kind of property: attributes, derived attributes, relationships, fetched
// properties. Part of Problem.swift.

extension Problem {
    // MARK: Attributes

    static func optionConflict(_ name: String, _ first: String, _ second: String) -> Problem {
        Problem(
            id: "optionConflict", message: "attribute '\(name)' cannot be both \(first) and \(second)")
    }

    static func uselessOption(_ name: String, _ option: String, _ reason: String) -> Problem {
        Problem(
            id: "uselessOption", message: "'.\(option)' has no effect on attribute '\(name)': \(reason)",
            severity: .warning)
    }

    static func optionNeedsType(_ name: String, _ option: String, _ needed: String, _ type: String) -> Problem
    {
        Problem(
            id: "optionNeedsType",
            message: "'.\(option)' needs \(needed); attribute '\(name)' is '\(type)'")
    }

    static func typeMismatch(_ name: String, _ modelType: String, _ type: String) -> Problem {
        Problem(
            id: "typeMismatch",
            message: "attribute '\(name)' of Swift type '\(type)' cannot be stored as '\(modelType)'")
    }

    static func twoDefaults(_ name: String) -> Problem {
        Problem(
            id: "twoDefaults",
            message: "attribute '\(name)' has two default values: behind '=' and in @Attribute(default:)")
    }

    static func collectionWithoutMarker(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "collectionWithoutMarker",
            message:
                "property '\(name)' of type '\(type)' is either a relationship or an encoded value: mark it "
                + "with @Relationship or @Attribute")
    }

    // MARK: Derived attributes

    static func derivedSetter(_ name: String) -> Problem {
        Problem(
            id: "derivedSetter",
            message:
                "derived attribute '\(name)' cannot have a setter: its value is computed from its expression")
    }

    static func derivedDefault(_ name: String) -> Problem {
        Problem(
            id: "derivedDefault",
            message:
                "derived attribute '\(name)' cannot have an initial value: it is computed from its expression"
        )
    }

    static func emptyExpression(_ name: String, _ kind: String) -> Problem {
        Problem(id: "emptyExpression", message: "\(kind) '\(name)' needs an expression that is not empty")
    }

    // MARK: Relationships

    static func missingInverse(_ name: String, _ destination: String) -> Problem {
        Problem(
            id: "missingInverse",
            message:
                "relationship '\(name)' has no inverse: changes of '\(destination)' objects cannot follow; say "
                + "'inverse:', or 'inverse: nil' when it shall have none",
            severity: .warning)
    }

    static func inversePath(_ name: String) -> Problem {
        Problem(
            id: "inversePath",
            message:
                "the inverse of relationship '\(name)' must be one property of its destination: a key path such "
                + "as \\Review.movie, or its name")
    }

    static func toOneOptional(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "toOneOptional",
            message:
                "to-one relationship '\(name)' must have an optional type, because its destination may be "
                + "missing or deleted; a to-many relationship is 'Set<\(type)>' or '[\(type)]'")
    }

    static func toManyOptional(_ name: String) -> Problem {
        Problem(
            id: "toManyOptional",
            message: "to-many relationship '\(name)' cannot be optional: without destinations it is empty")
    }

    static func relationshipType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "relationshipType",
            message:
                "relationship '\(name)' cannot have the type '\(type)': a to-one relationship is an optional "
                + "object, a to-many one a Set or an Array of objects")
    }

    static func destinationUnknown(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "destinationUnknown",
            message:
                "relationship '\(name)' of type \(type) must say its destination: @Relationship(to: Review.self)"
        )
    }

    static func relationshipDefault(_ name: String) -> Problem {
        Problem(
            id: "relationshipDefault",
            message: "relationship '\(name)' cannot have an initial value other than nil or []: set it in "
                + "awakeFromInsert()")
    }

    static func relationshipOption(_ name: String, _ option: String) -> Problem {
        Problem(
            id: "relationshipOption", message: "'.\(option)' is for attributes; '\(name)' is a relationship")
    }

    static func countRange(_ name: String, _ minimum: Int, _ maximum: Int) -> Problem {
        Problem(
            id: "countRange",
            message:
                "relationship '\(name)' cannot have at least \(minimum) and at most \(maximum) destinations")
    }

    static func toOneCount(_ name: String) -> Problem {
        Problem(
            id: "toOneCount",
            message:
                "to-one relationship '\(name)' has one destination at most: 'minimum:' and 'maximum:' are for "
                + "to-many ones; '.required' makes it non-optional")
    }

    static func toManyMaximum(_ name: String) -> Problem {
        Problem(
            id: "toManyMaximum",
            message: "relationship '\(name)' with at most 1 destination is a to-one relationship: give it an "
                + "optional type")
    }

    // MARK: Fetched properties

    static func fetchedType(_ name: String, _ type: String) -> Problem {
        Problem(
            id: "fetchedType",
            message: "fetched property '\(name)' must be an Array of managed objects, not '\(type)'")
    }

    static func fetchedDefault(_ name: String) -> Problem {
        Problem(
            id: "fetchedDefault",
            message:
                "fetched property '\(name)' cannot have an initial value: it shows what its predicate finds")
    }

    // MARK: Dependent keys

    static func dependsOnItself(_ name: String) -> Problem {
        Problem(id: "dependsOnItself", message: "property '\(name)' cannot depend on itself")
    }

    static let misplacedDependency = Problem(
        id: "misplacedDependency",
        message:
            "@DependsOn has a meaning only on a property of a @ManagedObject class, or on a computed property in "
            + "an extension of a managed object's class")

    static func unreadableKey(_ name: String) -> Problem {
        Problem(
            id: "unreadableKey",
            message: "@DependsOn of '\(name)' needs string literals or key paths such as \\Person.firstName")
    }
}
