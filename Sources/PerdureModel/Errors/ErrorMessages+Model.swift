// SPDX-License-Identifier: Apache-2.0
// The wording of errors in models. Part of ErrorMessages.swift.

import PerdureBase

extension ErrorMessages {
    static func propertyWithoutEntity(_ name: String) -> CoreDataException {
        .internalInconsistency(
            "The property \"\(name)\" belongs to no entity. Add it to an entity's properties, and keep the entity."
        )
    }

    static func entityWithoutModel(_ name: String?) -> CoreDataException {
        .internalInconsistency(
            "The entity \(quoted(name)) belongs to no model. Add it to a model's entities, and keep the model."
        )
    }

    static func modelNotInUse(entity: String?) -> CoreDataException {
        .internalInconsistency(
            "The model\(entity.map { " of the entity \"\($0)\"" } ?? "") is not in use. "
                + "Give it to an NSPersistentStoreCoordinator first.")
    }

    static func expressionAsProperty(entity: String?, property: String) -> CoreDataException {
        .invalidArgument(
            "\"\(property)\" is an NSExpressionDescription and cannot be a property of the entity "
                + "\(quoted(entity)). Use it in a request's propertiesToFetch or in an index element.")
    }

    static func foreignEntityInConfiguration(entity: String?, _ configuration: String) -> CoreDataException {
        .invalidArgument(
            "The entity \(quoted(entity)) cannot be in the configuration \"\(configuration)\" because it is not in "
                + "the model. Add it to the model's entities first.")
    }

    static func unequalWarnings(property: String, _ predicates: Int, _ warnings: Int) -> CoreDataException {
        .invalidArgument(
            "The property \"\(property)\" was given \(predicates) validation predicates and \(warnings) warnings. "
                + "Give one warning for each predicate.")
    }

    static func invalidModel(_ reason: String) -> CoreDataException {
        .invalidArgument("The model cannot be used: \(reason).")
    }

    static func conflictingEntity(_ name: String) -> CoreDataException {
        .invalidArgument(
            "The models cannot be merged: they define the entity \"\(name)\" differently. "
                + "Rename it in one of them, or make the definitions equal.")
    }

    static func missingVariable(_ variable: String, template: String) -> CoreDataException {
        .invalidArgument(
            "The fetch request template \"\(template)\" needs a value for its variable \"$\(variable)\". "
                + "Add it to the substitution variables; NSNull stands for nil.")
    }

    /// The text of Apple's exception.
    package static func contextWithoutCoordinator(entity: String) -> CoreDataException {
        .internalInconsistency(
            "+entityForName: nil is not a legal NSPersistentStoreCoordinator for searching for entity name '\(entity)'"
        )
    }

    /// The text of Apple's exception.
    package static func unknownEntity(_ name: String) -> CoreDataException {
        .internalInconsistency("+entityForName: could not locate an entity named '\(name)' in this model.")
    }

    static func quoted(_ name: String?) -> String { name.map { "\"\($0)\"" } ?? "without a name" }

    /// The text that names a property: "Entity.property".
    package static func path(_ entity: String?, _ property: String) -> String {
        "\(entity ?? "?").\(property)"
    }
}
