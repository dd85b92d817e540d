// SPDX-License-Identifier: Apache-2.0
// What can be wrong with a class as a whole. Part of Problem.swift.

extension Problem {
    static func notAClass(_ keyword: String) -> Problem {
        Problem(
            id: "notAClass",
            message: "@ManagedObject needs a class, because managed objects are objects; this is \(keyword)")
    }

    static func noSuperclass(_ name: String) -> Problem {
        Problem(
            id: "noSuperclass",
            message: "class '\(name)' must inherit from NSManagedObject or from another @ManagedObject class")
    }

    static func genericClass(_ name: String) -> Problem {
        Problem(
            id: "genericClass",
            message: "class '\(name)' cannot be generic: an entity belongs to one class")
    }

    static func emptyEntityName(_ name: String) -> Problem {
        Problem(
            id: "emptyEntityName",
            message: "the entity of class '\(name)' needs a name; leave the argument out to use the class's")
    }

    static func unknownConstraintMember(_ member: String, _ entity: String) -> Problem {
        Problem(
            id: "unknownConstraintMember",
            message: "'\(member)' in 'unique:' is no attribute of entity '\(entity)'")
    }

    static func illegalConstraintMember(_ member: String, _ reason: String) -> Problem {
        Problem(
            id: "illegalConstraintMember",
            message: "'\(member)' cannot be in 'unique:', because it is \(reason)")
    }

    static func conditionalProperty(_ name: String) -> Problem {
        Problem(
            id: "conditionalProperty",
            message:
                "property '\(name)' stands in '#if': a model cannot depend on a condition; move it out or "
                + "mark it with @Ignored")
    }
}
