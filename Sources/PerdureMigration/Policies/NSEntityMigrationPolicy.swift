// SPDX-License-Identifier: Apache-2.0
// How the objects of one entity are migrated: the hooks that programs override. MigrationRun.swift (Managing) calls them,
// EntityCarrier.swift does what the default ones do.

import Foundation
import Perdure
import PerdureBase
import PerdureMapping

/// Carries out one entity mapping of a migration; subclasses override what a mapping model cannot say.
///
/// A mapping names its class in `entityMigrationPolicyClassName`. The manager makes one policy for each mapping and calls it
/// in three passes, each over all mappings: first `begin`, `createDestinationInstances` for each source object and
/// `endInstanceCreation`; then `createRelationships` for each destination object and `endRelationshipCreation`; last
/// `performCustomValidation` and `end`.
///
/// ```swift
/// final class SplitName: NSEntityMigrationPolicy {
///     override func createDestinationInstances(
///         forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
///     ) throws {
///         try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
///         let person = manager.destinationInstances(
///             forEntityMappingName: mapping.name, sourceInstances: [sInstance]).first
///         let words = (sInstance.value(forKey: "name") as? String ?? "").split(separator: " ")
///         person?.setValue(words.first.map(String.init), forKey: "firstName")
///     }
/// }
/// ```
///
/// A hook that throws ends the migration: `migrateStore` throws 134170 with the error under `NSUnderlyingErrorKey`. Objects of
/// both contexts are plain `NSManagedObject`s.
open class NSEntityMigrationPolicy: NSObject {
    /// Makes a policy; the manager does it when the mapping begins.
    public required override init() {}

    /// Called before the mapping's first object is made; does nothing.
    ///
    /// - Parameters:
    ///   - mapping: The mapping that begins.
    ///   - manager: The manager of the migration.
    /// - Throws: Nothing; what an override throws ends the migration.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes one destination object of a source object, sets its attributes, and associates both.
    ///
    /// An override that does not call super makes as many objects as it likes, and calls
    /// `NSMigrationManager.associate(sourceInstance:withDestinationInstance:for:)` for each that the second pass shall see.
    ///
    /// - Parameters:
    ///   - sInstance: An object of the source context.
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: 134110 for an expression that cannot be evaluated and for a value that the attribute cannot have.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try manager.runningWork().makeInstance(of: sInstance, mapping, by: self)
    }

    /// Called after the mapping's last object was made; does nothing.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: Nothing; what an override throws ends the migration.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Sets the relationships of a destination object that have an expression.
    ///
    /// - Parameters:
    ///   - dInstance: An object of the destination context, made by the mapping.
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: 134110 for an expression that cannot be evaluated and for objects that the relationship cannot have.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try manager.runningWork().setRelationships(of: dInstance, mapping, by: self)
    }

    /// Called after the relationships of the mapping's last object were set; does nothing.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: Nothing; what an override throws ends the migration.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws
    {}

    /// Called before the destination is validated by its model; does nothing.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: Nothing; what an override throws ends the migration.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws
    {}

    /// Called last; does nothing.
    ///
    /// After a failure it is called too, if the mapping has begun; its errors are ignored then.
    ///
    /// - Parameters:
    ///   - mapping: The mapping.
    ///   - manager: The manager of the migration.
    /// - Throws: Nothing; what an override throws ends the migration.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Calls a function that an expression names: `FUNCTION($entityPolicy, "hexOfColor:", $source.color)`.
    ///
    /// Override it for the functions of your mapping models, and call super for names that you do not know.
    ///
    /// - Parameters:
    ///   - name: The selector as the expression writes it.
    ///   - arguments: The values of the other arguments; nil for nil.
    /// - Returns: The value of the expression; nil for nil.
    /// - Throws: `CoreDataException` that names the function, unless overridden.
    ///
    /// ## Compatibility
    /// An addition: without Objective-C there are no selectors to call.
    open func callFunction(_ name: String, arguments: [Any?]) throws -> Any? {
        throw FunctionTexts.unknown(name, of: self)
    }
}
