// SPDX-License-Identifier: Apache-2.0
// Names that clash with each other, or with what Swift and Foundation call something else. Part of LintRules.swift.

import PerdureModelFormat

enum NameRule: LintRule {
    static let names = ["similar-names", "shared-class", "type-name", "bad-name"]

    /// Types that each source sees, and which a class of the name hides.
    private static let types: Set<String> = [
        "Any", "AnyObject", "Array", "Bool", "Calendar", "Character", "Data", "Date", "Decimal", "Dictionary",
        "Double", "Error", "Float", "Int", "Int16", "Int32", "Int64", "Locale", "Notification", "Operation",
        "Optional", "Predicate", "Process", "Progress", "Result", "Sequence", "Set", "String", "Task",
        "Thread",
        "Timer", "Type", "URL", "UUID", "Unit",
    ]

    static func check(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        checkEntities(model, report)
        checkClasses(model, report)
        for entity in model.entities { checkProperties(of: entity, model, report) }
    }

    private static func checkEntities(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        var seen: [String: String] = [:]
        for entity in model.entities {
            if let other = seen.updateValue(entity.name, forKey: entity.name.lowercased()) {
                report(
                    LintFinding(
                        .warning, "similar-names", entity.name, nil,
                        "the entity \(other) has this name but for upper and lower case, so that files made of them "
                            + "clash on some systems; rename one of them"))
            }
            if !isIdentifier(entity.name) {
                report(badName(entity.name, nil))
            }
        }
    }

    private static func checkClasses(_ model: LintedModel, _ report: (LintFinding) -> Void) {
        var owners: [String: String] = [:]
        for entity in model.entities {
            guard let name = entity.bareClassName, name != "NSManagedObject" else { continue }
            if types.contains(name) {
                report(
                    LintFinding(
                        .warning, "type-name", entity.name, nil,
                        "its class \(name) hides the type \(name) of Swift or Foundation in the module; choose another class name"
                    ))
            }
            if let other = owners.updateValue(entity.name, forKey: name) {
                report(
                    LintFinding(
                        .warning, "shared-class", entity.name, nil,
                        "the entity \(other) has the class \(name) too, so that the class cannot tell its entity; give each a class of its own"
                    ))
            }
        }
    }

    private static func checkProperties(
        of entity: EntityDocument, _ model: LintedModel, _ report: (LintFinding) -> Void
    ) {
        var seen: [String: String] = [:]
        for ancestor in model.lineage(of: entity).dropFirst() {
            for name in ancestor.allPropertyNames { seen[name.lowercased()] = name }
        }
        for name in entity.allPropertyNames {
            if let other = seen.updateValue(name, forKey: name.lowercased()), other != name {
                report(
                    LintFinding(
                        .warning, "similar-names", entity.name, name,
                        "the property \(other) has this name but for upper and lower case; rename one of them"
                    ))
            }
            if !isIdentifier(name) { report(badName(entity.name, name)) }
        }
    }

    /// Apple's tools allow letters, digits and underscores, and no digit first.
    private static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    private static func badName(_ entity: String, _ property: String?) -> LintFinding {
        LintFinding(
            .warning, "bad-name", entity, property,
            "the name is no identifier, so predicates and generated classes cannot say it; use letters, digits and underscores"
        )
    }
}

extension EntityDocument {
    /// The names of all properties that the entity declares.
    var allPropertyNames: [String] {
        attributes.map(\.traits.name) + relationships.map(\.traits.name)
            + fetchedProperties.map(\.traits.name)
    }
}
