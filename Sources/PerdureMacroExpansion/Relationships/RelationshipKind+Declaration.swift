// SPDX-License-Identifier: Apache-2.0
// Declares a relationship in `_entityDeclaration`. Part of RelationshipKind.swift.

extension RelationshipKind {
    static func declaration(of property: ManagedProperty) -> String {
        var all = destination(of: property)
        if property.isTransient { all.append("isTransient: true") }
        if let inverse = property.arguments.labelled["inverse"].flatMap(KeyText.of) {
            all.append("inverse: \"\(inverse)\"")
        }
        for (label, name) in [("deleteRule", "deleteRule"), ("minimum", "minCount"), ("maximum", "maxCount")]
        {
            if let text = property.arguments.text(label) { all.append("\(name): \(text)") }
        }
        return PropertyDeclarationWriter(property: property).call("relationship", all)
    }

    private static func destination(of property: ManagedProperty) -> [String] {
        var isToMany = true
        var isOrdered = false
        var destination = property.arguments.text("to")
        switch property.type.shape {
        case .single: (isToMany, destination) = (false, "\(property.type.text).self")
        case .set(let element): destination = "\(element).self"
        case .array(let element): (isOrdered, destination) = (true, "\(element).self")
        case .objectSet: break
        case .orderedObjectSet: isOrdered = true
        }
        return [
            "to: \(destination ?? "NSManagedObject.self")", "isToMany: \(isToMany)",
            "isOrdered: \(isOrdered)",
        ]
    }
}
