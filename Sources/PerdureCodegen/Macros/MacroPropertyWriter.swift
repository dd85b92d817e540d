// SPDX-License-Identifier: Apache-2.0
// One property as a macro class declares it. Part of MacroClassWriter.swift.

import PerdureModelFormat
import PerdurePredicates

/// Writes the lines of one property, and remembers what they cannot say.
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
        if attribute.derivation != nil { return try derived(attribute, name) }
        var attribute = attribute
        let merging = try MacroMerging(attribute, entity: entity, names)
        attribute.traits.userInfo = merging?.otherInfo ?? attribute.traits.userInfo
        let value = defaultText(attribute)
        let type = try merging?.collection.map { (text: $0, isPlain: false) } ?? type(of: attribute)
        // Nil needs something to read as; these types have nothing that a program would expect.
        let hasZero = ![AttributeType.date, AttributeType.uuid, AttributeType.uri].contains(attribute.type)
        let isOptional =
            merging?.collection == nil
            && (attribute.traits.isOptional || value == nil && !(hasZero && type.isPlain))
        var arguments = storage(attribute) + MacroOptions(traits: attribute.traits, names: names).common
        let options = MacroOptions(traits: attribute.traits, names: names)
        // What merges as a collection is nil in the model, and never in the class.
        arguments = options.optionality(isOptional || merging?.collection != nil) + arguments
        if attribute.traits.isReadOnly { arguments.append(".readOnly") }
        let isTransformed = attribute.type == AttributeType.transformable
        if isTransformed, attribute.traits.isTransient { arguments.append(".transient") }
        arguments += options.labelled
        if isTransformed {
            arguments.append("transformer: \(SwiftName.literal(attribute.valueTransformerName ?? ""))")
        }
        arguments += options.userInfo
        var lines: [String] = []
        if attribute.traits.isTransient, !isTransformed { lines.append("@Transient") }
        let isConstant = attribute.type != AttributeType.composite
        if let value, !isConstant { arguments.append("default: \(value)") }
        if !arguments.isEmpty { lines.append(MacroText.macro("Attribute", arguments)) }
        if let merging { lines.append(MacroText.macro("Mergeable", merging.arguments)) }
        let initial = isConstant ? value.map { " = \($0)" } ?? "" : ""
        return lines + ["var \(name): \(type.text)\(isOptional ? "?" : "")\(initial)"]
    }

    private func checked(_ traits: PropertyTraits) throws -> String {
        guard SwiftName.isIdentifier(traits.name), !SwiftName.impossible.contains(traits.name) else {
            throw ModelFormatError(
                .unsupported, "no property can be named '\(traits.name)': rename it", entity: entity,
                property: traits.name)
        }
        return SwiftName.spelled(traits.name)
    }

    private mutating func derived(_ attribute: AttributeDocument, _ name: String) throws -> [String] {
        let expression =
            attribute.derivation.map { PredicatePrinter.format(DerivationSpelling.source($0)) } ?? ""
        let options = MacroOptions(traits: attribute.traits, names: names)
        if attribute.filteringPredicate != nil { limit(attribute.traits.name, "a filter of a derivation") }
        let preset = defaultText(attribute).map { ["default: \($0)"] } ?? []
        let arguments =
            [SwiftName.literal(expression)] + options.optionality(true) + storage(attribute) + options.common
            + options.labelled + options.userInfo + preset
        return [MacroText.macro("Derived", arguments), "var \(name): \(try type(of: attribute).text)?"]
    }

    private func storage(_ attribute: AttributeDocument) -> [String] {
        var options: [String] = []
        if attribute.allowsExternalBinaryDataStorage { options.append(".externalStorage") }
        if attribute.allowsCloudEncryption { options.append(".cloudEncryption") }
        if attribute.preservesValueInHistoryOnDeletion { options.append(".preservedOnDeletion") }
        let choosesClass = [AttributeType.transformable, AttributeType.undefined].contains(attribute.type)
        if choosesClass, let name = attribute.valueClassName {
            options.append(".valueClass(\(SwiftName.literal(name)))")
        }
        return options
    }

    private mutating func defaultText(_ attribute: AttributeDocument) -> String? {
        if attribute.type == AttributeType.composite {
            if attribute.defaultValue != nil {
                limit(attribute.traits.name, "a default value besides those of its elements")
            }
            return attribute.hasDefaultElements ? "\(names.structName(of: attribute))()" : nil
        }
        guard let value = attribute.defaultValue else { return nil }
        let hasClass = [AttributeType.transformable, AttributeType.undefined].contains(attribute.type)
        let text = hasClass ? nil : MacroConstant.text(value, type: attribute.type, names)
        if text == nil { limit(attribute.traits.name, "a default value that no literal stands for") }
        return text
    }

    private func type(of attribute: AttributeDocument) throws -> (text: String, isPlain: Bool) {
        if let plain = MacroTypes.plain(attribute.type, names) { return (plain, true) }
        switch attribute.type {
        case AttributeType.composite: return (names.structName(of: attribute), false)
        case AttributeType.transformable: return (MacroTypes.object(attribute.valueClassName), false)
        case AttributeType.undefined where attribute.traits.isTransient: return ("Any", false)
        default:
            throw ModelFormatError(
                .unsupported,
                "an attribute of the type \(AttributeType.name(of: attribute.type)) cannot be stored: give it another one",
                entity: entity, property: attribute.traits.name)
        }
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

extension AttributeDocument {
    /// Whether an element, at any depth, has a default value.
    var hasDefaultElements: Bool { elements.contains { $0.defaultValue != nil || $0.hasDefaultElements } }
}
