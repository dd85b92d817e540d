// SPDX-License-Identifier: Apache-2.0
// Writes the properties of one class with @Model, with the types that give the model file's version hashes.
// SwiftDataPropertyWriter+Limits.swift says what they cannot express.

import PerdureModelFormat
import PerdurePredicates

/// Collects the lines of properties, the parameters of the initializer, and what no property expresses.
struct SwiftDataPropertyWriter {
    /// What the initializer takes: a property that is neither optional nor has a default.
    struct Parameter {
        let name: String
        let type: String
    }

    let entity: EntityDocument
    let names: SwiftDataNames
    private(set) var lines: [[String]] = []
    private(set) var parameters: [Parameter] = []
    var limits: [String] = []

    init(_ entity: EntityDocument, _ names: SwiftDataNames) {
        self.entity = entity
        self.names = names
    }

    // MARK: Attributes

    mutating func add(_ attribute: AttributeDocument) throws {
        let traits = attribute.traits
        let name = try names.property(traits.name, of: entity.name)
        noteLimits(attribute)
        let known = try Self.type(of: attribute, names)
        let type = (known ?? "Any") + (traits.isOptional || known == nil ? "?" : "")
        let value = attribute.defaultValue.flatMap { constant($0, attribute) }
        if value == nil, attribute.defaultValue != nil {
            limit(traits, "its default value: give it one in the source")
        }
        let marker = known == nil ? "@Transient" : marker(attribute)
        lines.append((marker.map { [$0] } ?? []) + ["var \(name): \(type)\(value.map { " = \($0)" } ?? "")"])
        if value == nil, !type.hasSuffix("?") { parameters.append(Parameter(name: name, type: type)) }
    }

    private func constant(_ value: ConstantValue, _ attribute: AttributeDocument) -> String? {
        guard AttributeType.facts(of: attribute.type)?.plainType != nil else { return nil }
        return MacroConstant.text(value, type: attribute.type, names.plain)
    }

    /// The type without a question mark; nil for a transient attribute without a type.
    ///
    /// - Throws: `ModelFormatError` for a type that cannot be stored.
    static func type(of attribute: AttributeDocument, _ names: SwiftDataNames) throws -> String? {
        switch attribute.type {
        case AttributeType.integer64: return names.plain.spelled("Int", "Swift")
        case AttributeType.composite: return names.plain.structs.name(of: attribute)
        case AttributeType.transformable: return TransformedCode.object(attribute.valueClassName)
        case AttributeType.undefined where attribute.traits.isTransient: return nil
        default: break
        }
        if let plain = MacroTypes.plain(attribute.type, names.plain) { return plain }
        throw ModelFormatError(
            .unsupported,
            "an attribute of the type \(AttributeType.name(of: attribute.type)) cannot be stored: give it another one",
            property: attribute.traits.name)
    }

    private func marker(_ attribute: AttributeDocument) -> String? {
        let traits = attribute.traits
        var arguments: [String] = []
        if entity.uniquenessConstraints.contains([traits.name]) { arguments.append(".unique") }
        if traits.isTransient { arguments.append(".ephemeral") }
        if attribute.type == AttributeType.transformable {
            let transformer = attribute.valueTransformerName ?? "NSSecureUnarchiveFromDataTransformer"
            arguments.append(".transformable(by: \(SwiftName.literal(transformer)))")
        }
        if attribute.allowsExternalBinaryDataStorage { arguments.append(".externalStorage") }
        if attribute.preservesValueInHistoryOnDeletion { arguments.append(".preserveValueOnDeletion") }
        if attribute.allowsCloudEncryption { arguments.append(".allowsCloudEncryption") }
        if traits.isIndexedBySpotlight { arguments.append(".spotlight") }
        arguments += naming(traits)
        return arguments.isEmpty ? nil : MacroText.macro("Attribute", arguments)
    }

    /// The former name and the hash modifier.
    private func naming(_ traits: PropertyTraits) -> [String] {
        let original = traits.renamingIdentifier ?? (SwiftDataNames.isTaken(traits.name) ? traits.name : nil)
        return (original.map { ["originalName: \(SwiftName.literal($0))"] } ?? [])
            + (traits.versionHashModifier.map { ["hashModifier: \(SwiftName.literal($0))"] } ?? [])
    }

    // MARK: Relationships

    mutating func add(_ relationship: RelationshipDocument) throws {
        let traits = relationship.traits
        let name = try names.property(traits.name, of: entity.name)
        guard let destination = relationship.destinationEntityName.map(SwiftName.spelled) else {
            throw ModelFormatError(
                .inconsistent, "the relationship has no destination: set one", entity: entity.name,
                property: traits.name)
        }
        noteLimits(relationship)
        let isToMany = relationship.maxCount != 1
        let type = (isToMany ? "[\(destination)]" : destination) + (traits.isOptional ? "?" : "")
        let marker = marker(relationship, destination).map { [$0] } ?? []
        lines.append(marker + ["var \(name): \(type)\(isToMany ? " = []" : "")"])
        if !isToMany, !traits.isOptional { parameters.append(Parameter(name: name, type: type)) }
    }

    private func marker(_ relationship: RelationshipDocument, _ destination: String) -> String? {
        let isToMany = relationship.maxCount != 1
        var arguments: [String] = []
        switch relationship.deleteRule {
        case 0: arguments.append("deleteRule: .noAction")
        case 2: arguments.append("deleteRule: .cascade")
        case 3: arguments.append("deleteRule: .deny")
        default: break
        }
        if isToMany, relationship.minCount != 0 {
            arguments.append("minimumModelCount: \(relationship.minCount)")
        }
        if isToMany, relationship.maxCount != 0 {
            arguments.append("maximumModelCount: \(relationship.maxCount)")
        }
        let naming = naming(relationship.traits)
        arguments += naming.filter { $0.hasPrefix("originalName") }
        if names.saysInverse(relationship, of: entity.name), let inverse = relationship.inverseName {
            arguments.append("inverse: \\\(destination).\(SwiftName.spelled(inverse))")
        }
        arguments += naming.filter { !$0.hasPrefix("originalName") }
        // A relationship without an inverse is marked, or one would be inferred for it.
        guard !arguments.isEmpty || relationship.inverseName == nil else { return nil }
        return MacroText.macro("Relationship", arguments)
    }
}
