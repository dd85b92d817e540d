// SPDX-License-Identifier: Apache-2.0
// How one property of a migrated object gets its value. NSEntityMapping.swift has the entities.

import Foundation
import PerdureModelFormat
import PerdurePredicates

import class PerdurePredicates.NSExpression

/// How a migration sets one property of a destination object.
///
/// ```swift
/// let mapping = NSPropertyMapping()
/// mapping.name = "title"
/// mapping.valueExpression = NSExpression(format: "FUNCTION($source, \"valueForKey:\", \"name\")")
/// ```
///
/// A mapping that a migration has used cannot be changed any more; trying to stops the process.
open class NSPropertyMapping: NSObject, NSCopying, NSSecureCoding {
    struct Facts {
        var name: String?
        var valueExpression: NSExpression?
        var userInfo: [AnyHashable: Any]?
    }

    var facts = Facts() { willSet { seal.requireOpen() } }
    var seal = MappingSeal()

    /// The name of the property in the destination entity.
    open var name: String? {
        get { facts.name }
        set { facts.name = newValue }
    }

    /// The expression that gives the value; nil leaves the property with its default.
    ///
    /// Its variables are `$manager`, `$source`, `$destination`, `$entityMapping`, `$propertyMapping` and `$entityPolicy`.
    open var valueExpression: NSExpression? {
        get { facts.valueExpression }
        set { facts.valueExpression = newValue }
    }

    /// What programs and tools note about the mapping.
    open var userInfo: [AnyHashable: Any]? {
        get { facts.userInfo }
        set { facts.userInfo = newValue }
    }

    /// Makes a mapping without a name.
    public override init() {}

    /// Makes an independent copy, which can be changed.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A mapping with the same name, expression and user info.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPropertyMapping()
        copy.facts = facts
        return copy
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
        let read = MappingCoding.decode(coder) { try CompiledMappingReader.readPropertyMapping($0) }
        guard let document = read else { return nil }
        super.init()
        facts = Facts(document)
    }
}
