// SPDX-License-Identifier: Apache-2.0
// The problems of a class as a whole. Part of Problem.swift.

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

    static func unknownIndexElement(_ member: String, _ entity: String) -> Problem {
        Problem(
            id: "unknownIndexElement",
            message: "'\(member)' in 'indexes:' is no attribute or relationship of entity '\(entity)'")
    }

    static func illegalIndexElement(_ member: String, _ reason: String) -> Problem {
        Problem(
            id: "illegalIndexElement",
            message: "there can be no index on '\(member)', because it is \(reason)")
    }

    static func regionIndex(_ member: String, _ type: String) -> Problem {
        Problem(
            id: "regionIndex",
            message: "an R-tree index needs numbers; '\(member)' is '\(type)'")
    }

    static func duplicateIndex(_ name: String) -> Problem {
        Problem(id: "duplicateIndex", message: "there are two indexes named '\(name)'; choose another name")
    }

    static func conditionalProperty(_ name: String) -> Problem {
        Problem(
            id: "conditionalProperty",
            message:
                "property '\(name)' stands in '#if': a model cannot depend on a condition; move it out or "
                + "mark it with @Ignored")
    }

    static func validatorShape(_ method: String, _ key: String, _ fault: String, _ example: String) -> Problem
    {
        Problem(
            id: "validatorShape",
            message:
                "'\(method)' is not called when '\(key)' is validated: \(fault); write '\(example)', or choose "
                + "another name",
            severity: .warning)
    }

    static func unknownValidatorKey(_ method: String, _ entity: String) -> Problem {
        Problem(
            id: "unknownValidatorKey",
            message: "'\(method)' is never called, because entity '\(entity)' has no property of this name",
            severity: .warning)
    }
}
