// SPDX-License-Identifier: Apache-2.0
// Reads keyed archives of Xcode's editor, by the names of its classes and keys: the models that sources of mapping models hold, and
// the sources of models before Xcode 4. EditorElement.swift has what one element says, EditorModelReader+Details.swift what only
// sources need.

import Foundation
import PerdurePropertyList

/// Reads an archived model of the editor.
///
/// Fetched properties, fetch requests and configurations are left out. The editor's archives say nothing of derivation, so a
/// derived attribute is read as a plain one.
struct EditorModelReader {
    let archive: KeyedArchive
    /// The names of the elements read so far, by UID.
    private var names: [Int: String] = [:]

    /// Reads a model.
    ///
    /// - Throws: `PropertyListError`, `ModelFormatError`.
    static func read(_ data: Data) throws -> ModelDocument {
        var reader = EditorModelReader(archive: try KeyedArchive(data))
        return try reader.model()
    }

    /// Reads the source of a model, an `elements` file.
    ///
    /// - Throws: `ModelFormatError`.
    static func readSource(_ data: Data, path: String?) throws -> ModelDocument {
        do { return try read(data) } catch let error as PropertyListError {
            throw ModelFormatError(
                .malformed, "this source of before Xcode 4 cannot be read: \(error)", path: path)
        } catch var error as ModelFormatError {
            error.path = error.path ?? path
            throw error
        }
    }

    /// Whether an archive is one of the editor; what cannot be read is not.
    static func isEditorModel(_ data: Data) -> Bool {
        guard let archive = try? KeyedArchive(data), let root = try? archive.root(),
            case .instance(let instance)? = try? archive.object(root)
        else { return false }
        return instance.isKind(of: "XDPMModel")
    }

    private init(archive: KeyedArchive) { self.archive = archive }

    private mutating func model() throws -> ModelDocument {
        let root = try element(.uid(try archive.root()), of: "XDPMModel")
        let package = try element(
            root.fields["_xd_rootPackage"] ?? root.fields["_rootPackage"], of: "XDModelPackage")
        var model = ModelDocument()
        model.versionIdentifiers = try versionIdentifiers(root)
        let entities = try archive.namedEntries(package.fields["XDBucketForClassesstorage"]) ?? [:]
        for (_, field) in entities.inByteOrder(of: \.key) {
            model.entities.append(try entity(field))
        }
        try model.checkDepth()
        return model
    }

    /// The object of a field, which must be of a class.
    private func element(_ field: PropertyListValue?, of name: String) throws -> ArchivedInstance {
        guard case .instance(let instance) = try archive.resolve(field), instance.isKind(of: name) else {
            throw PropertyListError("an object of class \(name) is missing")
        }
        return instance
    }

    private mutating func entity(_ field: PropertyListValue) throws -> EntityDocument {
        let instance = try element(field, of: "XDPMEntity")
        guard let name = try name(of: field) else { throw PropertyListError("an entity has no name") }
        let facts = try EditorElement(instance, archive)
        var entity = EntityDocument(name: name)
        entity.className = try facts.text("XD_PSK_entityClassName")
        entity.isAbstract = try facts.flag("XD_PSK_isAbstract") ?? false
        entity.renamingIdentifier = try facts.text("XD_PSK_elementID")
        entity.versionHashModifier = try facts.text("XD_PSK_versionHashModifier")
        entity.uniquenessConstraints = try facts.nameLists("XDPMUniquenessConstraints")
        entity.compoundIndexes = try facts.nameLists("XDPMCompoundIndexes")
        entity.userInfo = try facts.texts("XD_PSK_userInfo")
        if let parent = try archive.elements(instance.fields["XDBucketForGeneralizationsstorage"])?.first {
            let link = try element(parent, of: "XDUMLGeneralizationImp")
            entity.superentityName = try self.name(of: link.fields["_general"])
        }
        let properties = try archive.namedEntries(instance.fields["XDBucketForOwnedAttributesstorage"]) ?? [:]
        for (name, field) in properties.inByteOrder(of: \.key) {
            try read(field, named: name, into: &entity)
        }
        return entity
    }

    private mutating func read(
        _ field: PropertyListValue, named name: String, into entity: inout EntityDocument
    ) throws {
        guard case .instance(let instance) = try archive.resolve(field) else {
            throw PropertyListError("the property '\(name)' is damaged")
        }
        let facts = try EditorElement(instance, archive)
        let traits = try traits(try self.name(of: field) ?? name, facts)
        if instance.isKind(of: "XDPMRelationship") {
            entity.relationships.append(try relationship(traits, facts))
        } else if instance.isKind(of: "XDPMAttribute") {
            entity.attributes.append(try attribute(traits, facts))
        }
    }

    private func traits(_ name: String, _ facts: EditorElement) throws -> PropertyTraits {
        var traits = PropertyTraits(name: name)
        traits.isOptional = try facts.flag("XD_PPSK_isOptional") ?? false
        traits.isTransient = try facts.flag("XD_PPSK_isTransient") ?? false
        traits.renamingIdentifier = try facts.text("XD_PPSK_elementID")
        traits.versionHashModifier = try facts.text("XD_PPSK_versionHashModifier")
        try readDetails(facts, into: &traits)
        return traits
    }

    private func attribute(_ traits: PropertyTraits, _ facts: EditorElement) throws -> AttributeDocument {
        let type = try facts.number("XD_PAttK_attributeType").flatMap { Int(exactly: $0) } ?? 0
        var attribute = AttributeDocument(traits: traits, type: type)
        attribute.valueTransformerName = try facts.text("XD_PAttK_valueTransformerName")
        attribute.allowsExternalBinaryDataStorage =
            try facts.flag("XD_PAttK_allowsExternalBinaryDataStorage") ?? false
        try readValues(facts, into: &attribute)
        return attribute
    }

    private mutating func relationship(
        _ traits: PropertyTraits, _ facts: EditorElement
    ) throws -> RelationshipDocument {
        var relationship = RelationshipDocument(traits: traits)
        relationship.destinationEntityName = try name(of: try facts.field("XD_PRK_destination"))
        relationship.inverseName = try name(of: try facts.field("XD_PRK_inverseRelationship"))
        if relationship.inverseName != nil {
            relationship.inverseEntityName = relationship.destinationEntityName
        }
        relationship.minCount = try facts.count("XD_PRK_minCount") ?? 0
        relationship.maxCount = try facts.count("XD_PRK_maxCount") ?? 0
        if try facts.flag("XD_PRK_isToMany") == false { relationship.maxCount = 1 }
        relationship.isOrdered = try facts.flag("XD_PRK_ordered") ?? false
        relationship.deleteRule = try facts.count("XD_PRK_deleteRule") ?? 1
        return relationship
    }

    /// The name of an element that a field refers to; nil for none.
    private mutating func name(of field: PropertyListValue?) throws -> String? {
        if let uid = field?.uidValue, let name = names[uid] { return name }
        guard case .instance(let instance) = try archive.resolve(field) else { return nil }
        let name = try archive.string(instance.fields["_name"])
        names[instance.uid] = name
        return name
    }
}
