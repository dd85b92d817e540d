// SPDX-License-Identifier: Apache-2.0
// How the objects of one entity are migrated. NSPropertyMapping.swift has the single properties.

import Foundation
import PerdureModelFormat
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// What an entity mapping does with objects.
public enum NSEntityMappingType: UInt, Sendable {
    /// Not said.
    case undefinedEntityMappingType = 0
    /// A policy class of the program makes the objects.
    case customEntityMappingType = 1
    /// The entity is new.
    case addEntityMappingType = 2
    /// The entity is gone, with its objects.
    case removeEntityMappingType = 3
    /// Objects stay as they are.
    case copyEntityMappingType = 4
    /// Objects are made from those of the source entity.
    case transformEntityMappingType = 5
}

/// How a migration makes the objects of a destination entity from those of a source entity.
///
/// A mapping that a migration has used cannot be changed any more; trying to stops the process.
open class NSEntityMapping: NSObject, NSCopying, NSSecureCoding {
    struct Facts {
        var name: String?
        var type = NSEntityMappingType.undefinedEntityMappingType
        var source = MappedEntity()
        var destination = MappedEntity()
        var attributes: [NSPropertyMapping]?
        var relationships: [NSPropertyMapping]?
        var sourceExpression: NSExpression?
        var userInfo: [AnyHashable: Any]?
        var policyClassName: String?
    }

    var facts = Facts() { willSet { seal.requireOpen() } }
    private(set) var seal = MappingSeal()

    /// The mapping's name; the names of both entities with "->" between until one is set.
    open var name: String! {
        get { facts.name ?? "\(sourceEntityName ?? "")->\(destinationEntityName ?? "")" }
        set { facts.name = newValue }
    }

    /// What the mapping does with objects.
    ///
    /// The type is a note for people. Expressions and the policy say what is done, except that nothing is made of a mapping
    /// that removes an entity.
    open var mappingType: NSEntityMappingType {
        get { facts.type }
        set { facts.type = newValue }
    }

    /// The name of the source entity; nil for a mapping that adds one.
    open var sourceEntityName: String? {
        get { facts.source.name }
        set { facts.source.name = newValue }
    }

    /// The version hash of the source entity; nil fits every version.
    open var sourceEntityVersionHash: Data? {
        get { facts.source.versionHash }
        set { facts.source.versionHash = newValue }
    }

    /// The name of the destination entity; nil for a mapping that removes one.
    open var destinationEntityName: String? {
        get { facts.destination.name }
        set { facts.destination.name = newValue }
    }

    /// The version hash of the destination entity; nil fits every version.
    open var destinationEntityVersionHash: Data? {
        get { facts.destination.versionHash }
        set { facts.destination.versionHash = newValue }
    }

    /// The mappings of the attributes; nil for none.
    open var attributeMappings: [NSPropertyMapping]? {
        get { facts.attributes }
        set { facts.attributes = newValue }
    }

    /// The mappings of the relationships; nil for none.
    open var relationshipMappings: [NSPropertyMapping]? {
        get { facts.relationships }
        set { facts.relationships = newValue }
    }

    /// The expression that gives the source objects; nil for all of exactly the source entity.
    open var sourceExpression: NSExpression? {
        get { facts.sourceExpression }
        set { facts.sourceExpression = newValue }
    }

    /// What programs and tools note about the mapping.
    open var userInfo: [AnyHashable: Any]? {
        get { facts.userInfo }
        set { facts.userInfo = newValue }
    }

    /// The name of the class that carries the mapping out; nil for the default one.
    open var entityMigrationPolicyClassName: String? {
        get { facts.policyClassName }
        set { facts.policyClassName = newValue }
    }

    /// Makes a mapping without entities.
    public override init() {}

    /// Makes an independent copy, with copies of the mappings of properties; it can be changed.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A mapping that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSEntityMapping()
        copy.facts = facts
        copy.facts.attributes = facts.attributes?.copies
        copy.facts.relationships = facts.relationships?.copies
        return copy
    }

    /// Makes the mapping and those of its properties immutable.
    final func close() {
        seal.close()
        for mapping in (facts.attributes ?? []) + (facts.relationships ?? []) { mapping.seal.close() }
    }

    // MARK: Archives

    /// Archives hold no other class, so they are secure.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the mapping into an archive.
    ///
    /// - Parameter coder: The archiver.
    open func encode(with coder: NSCoder) {
        MappingCoding.encode(coder) { try CompiledMappingWriter.write(try document()) }
    }

    /// Reads a mapping from an archive.
    ///
    /// - Parameter coder: The unarchiver.
    public required init?(coder: NSCoder) {
        let read = MappingCoding.decode(coder) { try CompiledMappingReader.readEntityMapping($0) }
        guard let document = read else { return nil }
        super.init()
        facts = Facts(document)
    }
}

extension [NSPropertyMapping] {
    // The copy of a mapping is a mapping.
    fileprivate var copies: [NSPropertyMapping] { map { $0.copy() as! NSPropertyMapping } }
}
