// SPDX-License-Identifier: Apache-2.0
// What a manager and a default policy ask of the migration that runs. MigrationRun.swift answers.

import Perdure
import PerdureMapping

/// A migration that runs, or has run.
protocol MigrationWork: AnyObject {
    var model: NSMappingModel { get }
    /// The mapping at work.
    var current: NSEntityMapping? { get }

    /// Makes a destination object of a source object, as the default policy does.
    func makeInstance(
        of source: NSManagedObject, _ mapping: NSEntityMapping, by policy: NSEntityMigrationPolicy) throws
    /// Sets the relationships of a destination object, as the default policy does.
    func setRelationships(
        of object: NSManagedObject, _ mapping: NSEntityMapping, by policy: NSEntityMigrationPolicy) throws
    func associate(_ source: NSManagedObject, _ object: NSManagedObject, _ mapping: NSEntityMapping) throws
    func forgetAssociations()
    /// The objects that a mapping made of some sources, or of all; of any mapping for nil.
    func destinations(of sources: [NSManagedObject]?, mapping: String?) throws -> [NSManagedObject]
    /// The objects of which a mapping made some destinations, or all.
    func sources(of destinations: [NSManagedObject]?, mapping: String) throws -> [NSManagedObject]
    /// Whether the members of a relationship have no order of their own, so that the order of keys is theirs.
    func isUnordered(_ relationship: String) -> Bool
}
