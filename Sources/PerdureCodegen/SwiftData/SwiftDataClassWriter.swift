// SPDX-License-Identifier: Apache-2.0
// Writes one entity as a class with @Model: constraints, properties, and the initializer that such a class needs.

import PerdureModelFormat

/// Writes one class, and records the parts of the entity that a class cannot express.
struct SwiftDataClassWriter {
    let entity: EntityDocument
    let names: SwiftDataNames
    private(set) var limits: [String] = []

    init(_ entity: EntityDocument, _ names: SwiftDataNames) {
        self.entity = entity
        self.names = names
    }

    mutating func text() throws -> SwiftText {
        let own = try properties(of: entity)
        limits = own.limits + entityLimits
        let inherited = try names.parent(of: entity).map(parameters) ?? []
        let blocks = constraints + own.lines
        let initializer = initializer(own.parameters, inherited)
        var text = SwiftText()
        text.line("@Model")
        text.block(opening) { text in
            for lines in blocks {
                if lines.count > 1 { text.gap() }
                lines.forEach { text.line($0) }
                if lines.count > 1 { text.gap() }
            }
            text.gap()
            text.append(initializer)
        }
        return text
    }

    private var opening: String {
        let parent = entity.superentityName.map { ": \(SwiftName.spelled($0))" } ?? ""
        let isFinal = !names.hasSubentities(entity)
        return "\(isFinal ? "final " : "")class \(SwiftName.spelled(entity.name))\(parent)"
    }

    private func properties(of entity: EntityDocument) throws -> SwiftDataPropertyWriter {
        var writer = SwiftDataPropertyWriter(entity, names)
        for attribute in entity.attributes { try writer.add(attribute) }
        for relationship in entity.relationships { try writer.add(relationship) }
        return writer
    }

    /// What the initializer of an entity's class takes.
    private func parameters(of entity: EntityDocument) throws -> [SwiftDataPropertyWriter.Parameter] {
        let above = try names.parent(of: entity).map(parameters) ?? []
        return above + (try properties(of: entity).parameters)
    }

    private func initializer(
        _ own: [SwiftDataPropertyWriter.Parameter], _ inherited: [SwiftDataPropertyWriter.Parameter]
    ) -> SwiftText {
        let list = (inherited + own).map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        var text = SwiftText()
        let isOverride = entity.superentityName != nil && own.isEmpty
        guard !(own.isEmpty && entity.superentityName == nil) else {
            text.line("init() {}")
            return text
        }
        text.block("\(isOverride ? "override " : "")init(\(list))") { text in
            for parameter in own { text.line("self.\(parameter.name) = \(parameter.name)") }
            guard entity.superentityName != nil else { return }
            let arguments = inherited.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
            text.line("super.init(\(arguments))")
        }
        return text
    }

    // MARK: Constraints and indexes

    /// Combinations that `@Attribute(.unique)` does not say, and indexes.
    private var constraints: [[String]] {
        var lines: [[String]] = []
        let unique = entity.uniquenessConstraints.filter { $0.count > 1 }
        if !unique.isEmpty { lines.append(["#Unique<\(entity.name)>(\(lists(unique)))"]) }
        let indexes = entity.indexes.filter(isPlain).map { $0.elements.compactMap(\.propertyName) }
        if !indexes.isEmpty { lines.append(["#Index<\(entity.name)>(\(lists(indexes)))"]) }
        return lines
    }

    private func lists(_ lists: [[String]]) -> String {
        lists.map { "[\($0.map { "\\.\(SwiftName.spelled($0))" }.joined(separator: ", "))]" }.joined(
            separator: ", ")
    }

    private func isPlain(_ index: FetchIndexDocument) -> Bool {
        index.partialIndexPredicate == nil && !index.elements.isEmpty
            && index.elements.allSatisfy {
                $0.propertyName != nil && $0.isAscending && !$0.isRTree && $0.expression == nil
            }
    }

    private var entityLimits: [String] {
        var found: [String] = []
        if entity.isAbstract { found.append("that it is abstract: its store has to be migrated") }
        if entity.renamingIdentifier != nil { found.append("its former name: migrate the store first") }
        if entity.versionHashModifier != nil {
            found.append("its hash modifier: its store has to be migrated")
        }
        if !entity.userInfo.isEmpty { found.append("its user info") }
        found += entity.indexes.filter { !isPlain($0) }.map { "the index \($0.name)" }
        found += entity.fetchedProperties.map { "the fetched property \($0.traits.name): fetch its objects" }
        return found.map { "\(entity.name): a class cannot say \($0)" }
    }
}
