// SPDX-License-Identifier: Apache-2.0
// Models, entities and properties as text for debugging. Each description is one line. The text follows no reference back, so
// that cycles of relationships end.

import Foundation

/// Writes descriptions as text.
enum DescriptionText {
    static func model(_ model: NSManagedObjectModel) -> String {
        let entities = model.entities.map { "\n    \($0)" }.joined()
        return "(<NSManagedObjectModel>) isEditable \(flag(!model.seal.isClosed)), entities {\(entities)\n}"
    }

    static func entity(_ entity: NSEntityDescription) -> String {
        let parts = [
            "name \(entity.name ?? "nil")", "managedObjectClassName \(entity.facts.className)",
            "isAbstract \(flag(entity.isAbstract))", "superentity \(entity.superentity?.name ?? "nil")",
            "properties {\(entity.properties.map(\.name).joined(separator: ", "))}",
        ]
        return "(<NSEntityDescription>) " + parts.joined(separator: ", ")
    }

    static func property(_ property: NSPropertyDescription) -> String {
        let parts = [
            "name \(property.name)", "isOptional \(flag(property.isOptional))",
            "isTransient \(flag(property.isTransient))", "entity \(property.owner?.name ?? "nil")",
        ]
        return "(<\(type(of: property))>) " + (parts + details(of: property)).joined(separator: ", ")
    }

    private static func details(of property: NSPropertyDescription) -> [String] {
        switch property {
        case let attribute as NSAttributeDescription:
            return [
                "attributeType \(attribute.attributeType.rawValue)",
                "defaultValue \(attribute.defaultValue.map { "\($0)" } ?? "nil")",
            ]
        case let relationship as NSRelationshipDescription:
            return [
                "destinationEntity \(relationship.destinationEntity?.name ?? "nil")",
                "inverseRelationship \(relationship.inverseRelationship?.name ?? "nil")",
                "minCount \(relationship.minCount)", "maxCount \(relationship.maxCount)",
            ]
        case let fetched as NSFetchedPropertyDescription:
            return ["fetchRequest of \(fetched.fetchRequest?.entityName ?? "nil")"]
        default: return []
        }
    }

    private static func flag(_ value: Bool) -> String { value ? "1" : "0" }
}

extension Mirror {
    /// A mirror that shows one text, for objects whose fields lead to the whole graph.
    ///
    /// `dump` and failing tests print everything that can be reached. Without this mirror they would never end.
    package init(summaryOf subject: AnyObject, _ text: String) {
        self.init(
            subject, unlabeledChildren: [text], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

extension NSManagedObjectModel: CustomReflectable {
    /// The description in place of the fields.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

extension NSEntityDescription: CustomReflectable {
    /// The description in place of the fields, which lead to the whole model.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}

extension NSPropertyDescription: CustomReflectable {
    /// The description in place of the fields, which lead to the whole model.
    public var customMirror: Mirror { Mirror(summaryOf: self, description) }
}
