// SPDX-License-Identifier: Apache-2.0
// Prints a model as text for people. PropertyText.swift has the text of single properties.

import Foundation
import PerdureModelFormat
import PerdurePredicates

enum ModelText {
    static func describe(_ file: LoadedModel) -> String {
        let entities = file.current.entities.sorted { $0.name < $1.name }
        let parts =
            [header(file)] + entities.map(describe) + [templates(file.current), configurations(file.current)]
        return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    private static func header(_ file: LoadedModel) -> String {
        var lines = [
            "\(PlainText.safe(file.name)): \(PlainText.count(file.current.entities.count, "entity", "entities"))"
        ]
        if file.versionNames.count > 1 {
            let names = file.versionNames.map {
                $0 == file.bundle.currentVersionName ? "\($0) (current)" : $0
            }
            lines.append("Versions: \(PlainText.safe(names.joined(separator: ", ")))")
        }
        let identifiers = file.current.versionIdentifiers.filter { !$0.isEmpty }.sorted()
        if !identifiers.isEmpty {
            lines.append("Version identifiers: \(PlainText.safe(identifiers.joined(separator: ", ")))")
        }
        return lines.joined(separator: "\n")
    }

    private static func describe(_ entity: EntityDocument) -> String {
        let properties =
            entity.attributes.map(PropertyText.line) + entity.relationships.map(PropertyText.line)
            + entity.fetchedProperties.map(PropertyText.line)
        let table = PlainText.table(properties, indent: "  ")
        let rest =
            entity.uniquenessConstraints.map { "  unique: \(PlainText.safe($0.joined(separator: ", ")))" }
            + entity.indexes.map { "  index \(PlainText.safe($0.name)): \(describe($0))" }
            + entity.userInfo.sorted { $0.key < $1.key }.map {
                "  user info: \(PlainText.safe($0.key)) = \(PlainText.safe($0.value))"
            }
        return ([title(entity), table] + rest).filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func title(_ entity: EntityDocument) -> String {
        var text = PlainText.safe(entity.name)
        if let parent = entity.superentityName { text += " : \(PlainText.safe(parent))" }
        var notes: [String] = []
        if entity.isAbstract { notes.append("abstract") }
        if let name = entity.className, name != "NSManagedObject" {
            notes.append("class \(PlainText.safe(name))")
        }
        if let name = entity.renamingIdentifier { notes.append("was \(PlainText.safe(name))") }
        return notes.isEmpty ? text : "\(text) (\(notes.joined(separator: ", ")))"
    }

    private static func describe(_ index: FetchIndexDocument) -> String {
        let elements = index.elements.map { element in
            let name = element.propertyName ?? element.expression.map(PredicatePrinter.format) ?? "?"
            return name + (element.isRTree ? " (R-tree)" : "") + (element.isAscending ? "" : " descending")
        }
        let condition = index.partialIndexPredicate.map { " where \(PredicatePrinter.format($0))" } ?? ""
        return PlainText.safe(elements.joined(separator: ", ") + condition)
    }

    private static func templates(_ model: ModelDocument) -> String {
        guard !model.fetchRequestTemplates.isEmpty else { return "" }
        let lines = model.fetchRequestTemplates.sorted { $0.key < $1.key }.map { name, request in
            [PlainText.safe(name), PlainText.safe(PropertyText.describe(request))]
        }
        return "Fetch request templates\n" + PlainText.table(lines, indent: "  ")
    }

    private static func configurations(_ model: ModelDocument) -> String {
        guard !model.configurations.isEmpty else { return "" }
        let lines = model.configurations.map {
            [PlainText.safe($0.name), PlainText.safe($0.entityNames.sorted().joined(separator: ", "))]
        }
        return "Configurations\n" + PlainText.table(lines, indent: "  ")
    }
}
