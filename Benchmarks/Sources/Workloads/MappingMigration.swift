// SPDX-License-Identifier: Apache-2.0
// A store of items copied into another one by a mapping model, with five attributes of six; without a policy, and with one
// that calls super. There is no counterpart in C: a program that migrates by hand writes its own passes.

import CoreData
import Foundation

extension Workload {
    static let mappingMigrating = [
        mapped("migrate by a mapping model", policy: nil),
        mapped("migrate by a mapping model with a policy", policy: NSStringFromClass(PassingPolicy.self)),
    ]

    private static func mapped(_ name: String, policy: String?) -> Workload {
        Workload(
            name: name, hasBudget: false, file: .full,
            perdure: { run in
                let (old, new) = (run.workspace.model, Item.makeModel())
                new.entitiesByName["Item"]?.properties.removeAll { $0.name == "count" }
                let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
                let target = run.workspace.folder.appendingPathComponent("migrated.sqlite")
                for suffix in ["", "-wal", "-shm"] {
                    try? FileManager.default.removeItem(atPath: target.path + suffix)
                }
                let time = try run.probe.measure {
                    try manager.migrateStore(
                        from: run.file, type: .sqlite, mapping: mapping(policy), to: target, type: .sqlite)
                }
                return Pass(time: time, release: .zero)
            })
    }

    /// The mapping of the items; one with another name than inferred ones have is carried out object by object.
    private static func mapping(_ policy: String?) -> NSMappingModel {
        let mapping = NSEntityMapping()
        mapping.name = "ItemToItem"
        mapping.mappingType = policy == nil ? .transformEntityMappingType : .customEntityMappingType
        mapping.sourceEntityName = "Item"
        mapping.destinationEntityName = "Item"
        mapping.entityMigrationPolicyClassName = policy
        mapping.attributeMappings = ["created", "name", "note", "number", "score"].map {
            let property = NSPropertyMapping()
            property.name = $0
            property.valueExpression = NSExpression(format: "$source.\($0)")
            return property
        }
        let model = NSMappingModel()
        model.entityMappings = [mapping]
        return model
    }
}

/// A policy that does what the default one does, from a program's class.
final class PassingPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
    }
}
