// SPDX-License-Identifier: Apache-2.0
// One property in `_entityDeclaration`: a call of Perdure's PropertyDeclaration. Arguments of the macros are
// copied as text, so that the type checker looks at them where the user wrote them and here alike.

import SwiftSyntax

/// Writes a property's declaration for the model.
struct PropertyDeclarationWriter {
    let property: ManagedProperty

    var text: String {
        guard let merging = property.merging else { return plainText }
        let arguments = [plainText, "as: .\(merging.kind.rawValue)"] + merging.labelled
        return ".mergeable(\(arguments.joined(separator: ", ")))"
    }

    private var plainText: String {
        switch property.kind {
        case .attribute, .transformed: call("attribute", type: true, attributeArguments)
        case .transient: call("transient", type: true, attributeArguments)
        case .mergeableSet: collection("mergeableSet", of: property.type.element)
        case .mergeableDictionary: collection("mergeableDictionary", of: nil)
        case .derived: call("derived", type: true, derivedArguments)
        case .relationship: call("relationship", type: false, relationshipArguments)
        case .fetched: call("fetched", type: false, fetchedArguments)
        }
    }

    private func call(_ name: String, type: Bool, _ arguments: [String]) -> String {
        var all = ["\"\(property.name)\""]
        if type {
            all.append("as: \(property.type.text).self")
            // A derived attribute is nil until it is saved, whatever nil reads as.
            all.append("isOptional: \(property.type.isOptional || property.kind == .derived)")
        }
        return ".\(name)(\((all + arguments + labelled + options).joined(separator: ", ")))"
    }

    private func collection(_ name: String, of element: String?) -> String {
        let type = element.map { ["of: \($0).self"] } ?? []
        return ".\(name)(\((["\"\(property.name)\""] + type + labelled + options).joined(separator: ", ")))"
    }

    private var attributeArguments: [String] {
        property.modelDefault.map { ["default: \($0.trimmedDescription)"] } ?? []
    }

    private var derivedArguments: [String] {
        ["expression: \(property.expression?.trimmedDescription ?? "\"\"")"]
            + (property.arguments.text("default").map { ["default: \($0)"] } ?? [])
    }

    private var labelled: [String] {
        ["originalName", "hashModifier", "transformer"].compactMap { label in
            property.arguments.text(label).map { "\(label): \($0)" }
        }
    }

    private var options: [String] {
        var all = property.options.map(\.trimmedDescription)
        if property.isMergeableCollection, property.isTransient { all.insert(".transient", at: 0) }
        if let type = property.arguments.text("type") { all.append(".type(\(type))") }
        if let userInfo = property.arguments.text("userInfo") { all.append(".userInfo(\(userInfo))") }
        return all.isEmpty ? [] : ["options: [\(all.joined(separator: ", "))]"]
    }

    private var relationshipArguments: [String] {
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
        var all = [
            "to: \(destination ?? "NSManagedObject.self")", "isToMany: \(isToMany)",
            "isOrdered: \(isOrdered)",
        ]
        if property.isTransient { all.append("isTransient: true") }
        if let inverse = property.arguments.labelled["inverse"].flatMap(KeyText.of) {
            all.append("inverse: \"\(inverse)\"")
        }
        for (label, name) in [("deleteRule", "deleteRule"), ("minimum", "minCount"), ("maximum", "maxCount")]
        {
            if let text = property.arguments.text(label) { all.append("\(name): \(text)") }
        }
        return all
    }

    private var fetchedArguments: [String] {
        guard case .array(let element) = property.type.shape else { return [] }
        var all = ["of: \(element).self", "predicate: \(property.expression?.trimmedDescription ?? "\"\"")"]
        if let sort = property.arguments.text("sort") { all.append("sortedBy: \(sort)") }
        if let limit = property.arguments.text("limit") { all.append("limit: \(limit)") }
        return all
    }
}
