// SPDX-License-Identifier: Apache-2.0
// Writes the function that makes the model: the list of its classes, and the parts that no class can express. Part of
// MacroGenerator.swift.

import PerdureModelFormat
import PerdurePredicates

/// Writes the model's function, and records the parts of the model that it cannot express.
struct MacroModelWriter {
    let model: ModelDocument
    let names: MacroNames
    let functionName: String
    private(set) var limits: [String] = []

    init(_ model: ModelDocument, name: String, _ names: MacroNames) {
        self.model = model
        self.names = names
        var identifier = String(name.filter { $0.isLetter || $0.isNumber || $0 == "_" })
        if !SwiftName.isIdentifier(identifier) { identifier = "model" + identifier }
        functionName = identifier.prefix(1).lowercased() + identifier.dropFirst()
    }

    mutating func text() -> SwiftText {
        let statements = statements()
        var text = SwiftText()
        text.block("extension NSManagedObjectModel") { text in
            text.line("/// A new model of the classes that were made from \(functionName).")
            text.block("static func \(SwiftName.spelled(functionName))() -> NSManagedObjectModel") { text in
                text.enclosed("let model = NSManagedObjectModel(for: [", "])") { text in
                    for entity in model.entities { text.line("\(names[entity.name]).self,") }
                }
                statements.forEach { text.line($0) }
                text.line("return model")
            }
        }
        return text
    }

    private mutating func statements() -> [String] {
        var lines: [String] = []
        if !model.versionIdentifiers.isEmpty {
            lines.append("model.versionIdentifiers = \(MacroText.list(model.versionIdentifiers.sorted()))")
        }
        for configuration in model.configurations where configuration.entityNames.isEmpty {
            lines.append(
                "model.setEntities([], forConfigurationName: \(SwiftName.literal(configuration.name)))")
        }
        for entity in model.entities {
            if !entity.compoundIndexes.isEmpty {
                let lists = entity.compoundIndexes.map(MacroText.list).joined(separator: ", ")
                lines.append(
                    "model.entitiesByName[\(SwiftName.literal(entity.name))]?.compoundIndexes = [\(lists)]")
            }
            for fetched in entity.fetchedProperties { lines += refine(fetched, of: entity) }
        }
        for (name, template) in model.fetchRequestTemplates.sorted(by: { $0.key < $1.key }) {
            lines += request(template)
            lines.append("model.setFetchRequestTemplate(request, forName: \(SwiftName.literal(name)))")
        }
        return renamed(lines)
    }

    /// The statements that set the parts of a fetched property's request for which its macro has no argument.
    private mutating func refine(_ property: FetchedPropertyDocument, of entity: EntityDocument) -> [String] {
        guard let request = property.fetchRequest else { return [] }
        var lines = details(request, "$0")
        if request.predicate == nil { lines.append("$0?.predicate = nil") }
        let path = "model.entitiesByName[\(SwiftName.literal(entity.name))]?.propertiesByName["
        let target =
            "(\(path)\(SwiftName.literal(property.traits.name))] as? NSFetchedPropertyDescription)?.fetchRequest"
        return lines.map { target + $0.dropFirst(2) }
    }

    /// The lines that make one request.
    private mutating func request(_ request: FetchRequestDocument) -> [String] {
        let type = "NSFetchRequest<any NSFetchRequestResult>"
        var lines = ["request = \(type)(entityName: \(SwiftName.literal(request.entityName)))"]
        if let predicate = request.predicate {
            let format = SwiftName.literal(PredicatePrinter.format(predicate))
            lines.append("request.predicate = NSPredicate(format: \(format))")
        }
        if !request.sortDescriptors.isEmpty {
            let sort = request.sortDescriptors.map {
                "NSSortDescriptor(key: \(SwiftName.literal($0.key)), ascending: \($0.isAscending))"
            }
            lines.append("request.sortDescriptors = [\(sort.joined(separator: ", "))]")
        }
        if request.fetchLimit != 0 { lines.append("request.fetchLimit = \(request.fetchLimit)") }
        return lines + details(request, "request").map { $0.replacingOptional() }
    }

    /// The statements for the differences from a new request, besides entity, predicate, order and limit.
    private mutating func details(_ request: FetchRequestDocument, _ target: String) -> [String] {
        if request.sortDescriptors.contains(where: { $0.selector != nil && $0.selector != "compare:" }) {
            limits.append("\(request.entityName): a sort descriptor with a selector cannot be said")
        }
        var lines: [String] = []
        func set(_ name: String, _ value: String) { lines.append("\(target)?.\(name) = \(value)") }
        if request.fetchOffset != 0 { set("fetchOffset", "\(request.fetchOffset)") }
        if request.fetchBatchSize != 0 { set("fetchBatchSize", "\(request.fetchBatchSize)") }
        if request.resultType != 0 {
            set("resultType", "NSFetchRequestResultType(rawValue: \(request.resultType))")
        }
        if !request.includesSubentities { set("includesSubentities", "false") }
        if !request.includesPropertyValues { set("includesPropertyValues", "false") }
        if !request.includesPendingChanges { set("includesPendingChanges", "false") }
        if !request.returnsObjectsAsFaults { set("returnsObjectsAsFaults", "false") }
        if request.returnsDistinctResults { set("returnsDistinctResults", "true") }
        if !request.propertiesToFetch.isEmpty {
            set("propertiesToFetch", MacroText.list(request.propertiesToFetch))
        }
        if !request.propertiesToGroupBy.isEmpty {
            set("propertiesToGroupBy", MacroText.list(request.propertiesToGroupBy))
        }
        if let predicate = request.havingPredicate {
            let format = SwiftName.literal(PredicatePrinter.format(predicate))
            set("havingPredicate", "NSPredicate(format: \(format))")
        }
        if !request.relationshipKeyPathsForPrefetching.isEmpty {
            let paths = MacroText.list(request.relationshipKeyPathsForPrefetching)
            set("relationshipKeyPathsForPrefetching", paths)
        }
        return lines
    }

    /// The lines with a declaration in the first request; the other requests use that variable again.
    private func renamed(_ lines: [String]) -> [String] {
        guard let first = lines.firstIndex(where: { $0.hasPrefix("request = ") }) else { return lines }
        var lines = lines
        let isOnly = !lines.dropFirst(first + 1).contains { $0.hasPrefix("request = ") }
        lines[first] = (isOnly ? "let " : "var ") + lines[first]
        return lines
    }
}

extension String {
    /// The statement without its optional chaining: `request?.x` becomes `request.x`.
    fileprivate func replacingOptional() -> String {
        guard let mark = firstIndex(of: "?") else { return self }
        return String(self[..<mark] + self[index(after: mark)...])
    }
}
