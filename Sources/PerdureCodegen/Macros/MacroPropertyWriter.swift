// SPDX-License-Identifier: Apache-2.0
// Writes one property as a macro class declares it. Part of MacroClassWriter.swift.

import PerdureModelFormat
import PerdurePredicates

/// Writes the lines of one property, and records the parts that they cannot express.
struct MacroPropertyWriter {
    let entity: String
    let names: MacroNames
    var limits: [String] = []

    init(_ entity: String, _ names: MacroNames) {
        self.entity = entity
        self.names = names
    }

    // MARK: Attributes

    mutating func lines(_ attribute: AttributeDocument) throws -> [String] {
        let name = try checked(attribute.traits)
        var text = MacroAttribute(attribute, entity, names)
        for kind in AttributeCodes.all { try kind.shape(&text) }
        let lines = try text.lines(name)
        limits += text.limits
        return lines
    }

    private func checked(_ traits: PropertyTraits) throws -> String {
        guard SwiftName.isIdentifier(traits.name), !SwiftName.impossible.contains(traits.name) else {
            throw ModelFormatError(
                .unsupported, "no property can be named '\(traits.name)': rename it", entity: entity,
                property: traits.name)
        }
        return SwiftName.spelled(traits.name)
    }

    // MARK: Relationships and fetched properties

    func lines(_ relationship: RelationshipDocument) throws -> [String] {
        let traits = relationship.traits
        let name = try checked(traits)
        guard let destination = relationship.destinationEntityName.map({ names[$0] }) else {
            throw ModelFormatError(
                .inconsistent, "the relationship has no destination: set one", entity: entity,
                property: traits.name)
        }
        let isToMany = relationship.maxCount != 1
        let options = MacroOptions(traits: traits, names: names)
        var arguments = options.optionality(true) + options.common
        if traits.isReadOnly { arguments.append(".readOnly") }
        if let inverse = relationship.inverseName {
            arguments.append("inverse: \(SwiftName.literal(inverse))")
        } else if isToMany {
            arguments.append("inverse: nil")
        }
        if relationship.deleteRule != 1 { arguments.append("deleteRule: \(rule(relationship.deleteRule))") }
        if relationship.minCount != 0 { arguments.append("minimum: \(relationship.minCount)") }
        if isToMany, relationship.maxCount != 0 { arguments.append("maximum: \(relationship.maxCount)") }
        arguments += options.labelled + options.userInfo
        let type = isToMany ? collection(of: destination, relationship.isOrdered) : "\(destination)?"
        return (traits.isTransient ? ["@Transient"] : [])
            + [MacroText.macro("Relationship", arguments), "var \(name): \(type)"]
    }

    private func collection(of type: String, _ isOrdered: Bool) -> String {
        isOrdered ? "[\(type)]" : "\(names.spelled("Set", "Swift"))<\(type)>"
    }

    private func rule(_ number: Int) -> String {
        switch number {
        case 0: ".noAction"
        case 2: ".cascade"
        case 3: ".deny"
        default: ".nullify"
        }
    }

    mutating func lines(_ property: FetchedPropertyDocument) throws -> [String] {
        let name = try checked(property.traits)
        guard let request = property.fetchRequest else {
            limit(property.traits.name, "a fetched property without a request")
            return []
        }
        let predicate = request.predicate.map { PredicatePrinter.format($0) } ?? "TRUEPREDICATE"
        let options = MacroOptions(traits: property.traits, names: names)
        var arguments = [SwiftName.literal(predicate)] + options.optionality(true) + options.common
        let sort = request.sortDescriptors.map { ($0.isAscending ? "" : "-") + $0.key }
        if !sort.isEmpty { arguments.append("sort: \(MacroText.list(sort))") }
        if request.fetchLimit != 0 { arguments.append("limit: \(request.fetchLimit)") }
        arguments += options.labelled + options.userInfo
        return [MacroText.macro("FetchedProperty", arguments), "var \(name): [\(names[request.entityName])]"]
    }

    private mutating func limit(_ property: String, _ what: String) {
        limits.append("\(entity).\(property): \(what) cannot be said")
    }
}
