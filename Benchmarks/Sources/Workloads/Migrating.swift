// SPDX-License-Identifier: Apache-2.0
// What a program waits for when it opens its store with the next version of its model, beside the statements that somebody
// would run by hand. Opening is part of the work on both sides.

import CoreData
import Foundation

extension Workload {
    static let migrating = [
        opening(of: "the same version", [], isBaselineOpening: true) { _ in },
        opening(
            of: "a version with one more optional attribute", ["ALTER TABLE ZITEM ADD COLUMN ZEXTRA VARCHAR"]
        ) {
            $0.item?.properties.append(Item.attribute("extra", .stringAttributeType))
        },
        opening(
            of: "a version with one more attribute with a default",
            ["ALTER TABLE ZITEM ADD COLUMN ZEXTRA VARCHAR", "UPDATE ZITEM SET ZEXTRA = 'given'"]
        ) {
            let attribute = Item.attribute("extra", .stringAttributeType)
            attribute.defaultValue = "given"
            attribute.isOptional = false
            $0.item?.properties.append(attribute)
        },
        opening(of: "a version with one attribute less", ["ALTER TABLE ZITEM DROP COLUMN ZNOTE"]) {
            $0.item?.properties.removeAll { $0.name == "note" }
        },
        opening(of: "a version with a renamed attribute", ["ALTER TABLE ZITEM RENAME COLUMN ZNOTE TO ZTEXT"])
        {
            let note = $0.item?.attributesByName["note"]
            note?.name = "text"
            note?.renamingIdentifier = "note"
        },
        opening(of: "a version with an entity that comes first", ["UPDATE ZITEM SET Z_ENT = Z_ENT + 1"]) {
            let entity = NSEntityDescription()
            entity.name = "Aardvark"
            entity.properties = [Item.attribute("name", .stringAttributeType)]
            $0.entities.append(entity)
        },
    ]

    private static func opening(
        of version: String, _ statements: [String], isBaselineOpening: Bool = false,
        _ change: @escaping @Sendable (NSManagedObjectModel) -> Void
    ) -> Workload {
        Workload(
            name: "open with \(version)", hasBudget: false, file: .full,
            perdure: { run in
                let model = Item.makeModel()
                change(model)
                var stack: Stack?
                let options = (run.workspace.options ?? [:]).merging(automatically) { $1 }
                let time = try run.probe.measure {
                    stack = try Stack(run.file, model: model, options: options)
                }
                try stack?.close()
                return Pass(time: time, release: .zero)
            },
            baseline: { file, _ in
                if isBaselineOpening { return [Baseline("open", file)] }
                var work = Baseline("migrate", file)
                work.arguments = statements
                return [work]
            })
    }

    private static var automatically: [String: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }
}

extension NSManagedObjectModel {
    fileprivate var item: NSEntityDescription? { entitiesByName["Item"] }
}
