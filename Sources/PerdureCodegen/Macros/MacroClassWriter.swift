// SPDX-License-Identifier: Apache-2.0
// Writes one entity as a class with @ManagedObject. MacroPropertyWriter.swift writes its properties.

import PerdureModelFormat
import PerdurePredicates

/// Writes one class, and records the parts of the entity that a class cannot express.
struct MacroClassWriter {
    let entity: EntityDocument
    let names: MacroNames
    private(set) var limits: [String] = []

    init(_ entity: EntityDocument, _ names: MacroNames) {
        self.entity = entity
        self.names = names
    }

    mutating func text() throws -> SwiftText {
        let blocks = try propertyLines()
        let parent = entity.superentityName.map { names[$0] } ?? "NSManagedObject"
        var text = SwiftText()
        text.line(MacroText.macro("ManagedObject", arguments))
        text.block("class \(SwiftName.spelled(names[entity.name])): \(parent)") { text in
            for lines in blocks {
                if lines.count > 1 { text.gap() }
                lines.forEach { text.line($0) }
                if lines.count > 1 { text.gap() }
            }
        }
        return text
    }

    /// The lines of each property.
    private mutating func propertyLines() throws -> [[String]] {
        var properties = MacroPropertyWriter(entity.name, names)
        let inherited = names.inheritedNames(of: entity)
        var blocks: [[String]] = []
        for attribute in entity.attributes where !inherited.contains(attribute.traits.name) {
            blocks.append(try properties.lines(attribute))
        }
        for relationship in entity.relationships where !inherited.contains(relationship.traits.name) {
            blocks.append(try properties.lines(relationship))
        }
        for fetched in entity.fetchedProperties where !inherited.contains(fetched.traits.name) {
            blocks.append(try properties.lines(fetched))
        }
        limits += properties.limits
        let own = (entity.attributes.map(\.traits) + entity.relationships.map(\.traits)).map(\.name)
        limits += own.filter(inherited.contains).map {
            "\(entity.name).\($0): a property that the parent entity has already cannot be said"
        }
        return blocks
    }

    private var arguments: [String] {
        var arguments: [String] = []
        if names[entity.name] != entity.name { arguments.append(SwiftName.literal(entity.name)) }
        if entity.isAbstract { arguments.append("isAbstract: true") }
        if !entity.uniquenessConstraints.isEmpty {
            let lists = entity.uniquenessConstraints.map(MacroText.list)
            arguments.append("unique: [\(lists.joined(separator: ", "))]")
        }
        if !entity.indexes.isEmpty {
            arguments.append("indexes: [\(entity.indexes.map(index).joined(separator: ", "))]")
        }
        if let name = entity.renamingIdentifier {
            arguments.append("originalName: \(SwiftName.literal(name))")
        }
        if let modifier = entity.versionHashModifier {
            arguments.append("hashModifier: \(SwiftName.literal(modifier))")
        }
        if !entity.userInfo.isEmpty { arguments.append("userInfo: \(MacroText.dictionary(entity.userInfo))") }
        let configurations = names.configurations(of: entity.name)
        if !configurations.isEmpty { arguments.append("configurations: \(MacroText.list(configurations))") }
        return arguments
    }

    private func index(_ index: FetchIndexDocument) -> String {
        var arguments = [SwiftName.literal(index.name)]
        let elements = index.elements.map(element)
        if let first = elements.first { arguments += ["on: \(first)"] + elements.dropFirst() }
        if let predicate = index.partialIndexPredicate {
            arguments.append("where: \(SwiftName.literal(PredicatePrinter.format(predicate)))")
        }
        return ".index(\(arguments.joined(separator: ", ")))"
    }

    private func element(_ element: FetchIndexDocument.Element) -> String {
        if let expression = element.expression {
            var arguments = [
                SwiftName.literal(PredicatePrinter.format(expression)),
                MacroTypes.attributeType(element.expressionResultType),
            ]
            if let name = element.propertyName, !name.isEmpty {
                arguments.append("name: \(SwiftName.literal(name))")
            }
            if !element.isAscending { arguments.append("isAscending: false") }
            return ".expression(\(arguments.joined(separator: ", ")))"
        }
        let name = SwiftName.literal(element.propertyName ?? "")
        if element.isRTree { return ".rTree(\(name)\(element.isAscending ? "" : ", isAscending: false"))" }
        return element.isAscending ? name : ".descending(\(name))"
    }
}
