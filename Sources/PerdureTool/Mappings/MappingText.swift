// SPDX-License-Identifier: Apache-2.0
// Prints a mapping model as text for people.

import PerdureModelFormat
import PerdurePredicates

enum MappingText {
    static func describe(_ model: MappingDocument, name: String) -> String {
        let count = PlainText.count(model.entityMappings.count, "entity mapping", "entity mappings")
        let parts = ["\(PlainText.safe(name)): \(count)"] + model.entityMappings.map(describe)
        return parts.joined(separator: "\n\n")
    }

    private static func describe(_ mapping: EntityMappingDocument) -> String {
        var lines = [title(mapping)]
        lines += [("source", mapping.source), ("destination", mapping.destination)].compactMap {
            side, entity in
            entity.versionHash.map { "  \(side) hash: \(PlainText.hex($0))" }
        }
        if let name = mapping.policyClassName { lines.append("  policy: \(PlainText.safe(name))") }
        if let expression = mapping.sourceExpression {
            lines.append("  objects: \(PlainText.safe(PredicatePrinter.format(expression)))")
        }
        let properties = (mapping.attributes ?? []) + (mapping.relationships ?? [])
        lines.append(PlainText.table(properties.map(row), indent: "  "))
        return lines.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func title(_ mapping: EntityMappingDocument) -> String {
        let (source, destination) = (mapping.source.name ?? "nothing", mapping.destination.name ?? "nothing")
        return "\(PlainText.safe(mapping.name)) (\(mapping.kind.word)): "
            + "\(PlainText.safe(source)) → \(PlainText.safe(destination))"
    }

    private static func row(_ property: PropertyMappingDocument) -> [String] {
        let value = property.valueExpression.map { PlainText.safe(PredicatePrinter.format($0)) } ?? "–"
        return [PlainText.safe(property.name ?? ""), value]
    }
}
