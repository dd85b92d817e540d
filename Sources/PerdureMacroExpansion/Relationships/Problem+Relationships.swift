// SPDX-License-Identifier: Apache-2.0
// The problems of relationships. Part of Problem.swift.

extension Problem {
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
}
