// SPDX-License-Identifier: Apache-2.0
// The problems of attributes, and of expressions and keys of properties. Kinds with rules of their own have their problems
// beside them. Part of Problem.swift.

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

    // MARK: Properties with an expression

    static func emptyExpression(_ name: String, _ kind: String) -> Problem {
        Problem(id: "emptyExpression", message: "\(kind) '\(name)' needs an expression that is not empty")
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
