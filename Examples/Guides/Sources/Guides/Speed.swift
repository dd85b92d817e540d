// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Speed.md.

import PerdureMacros

@ManagedObject(indexes: [.index("byNumber", on: "number")])
final class Reading: NSManagedObject {
    var number: Int = 0
    var value: Int = 0
}

private func openReadings(in folder: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Readings", managedObjectModel: NSManagedObjectModel(for: Reading.self))
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Readings.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func speed(in folder: URL) throws {
    let context = try openReadings(in: folder).newBackgroundContext()
    try context.performAndWait {
        // Many new rows, without objects.
        let rows = (1...1000).map { ["number": $0, "value": $0 - 1] as [String: Any] }
        try context.execute(NSBatchInsertRequest(entityName: "Reading", objects: rows))
        print(try context.count(Reading.self))

        // Many rows read once: the memory of one batch.
        let request = NSFetchRequest<Reading>(entityName: "Reading")
        request.predicate = NSPredicate(format: "number > %d", 100)
        request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
        request.fetchBatchSize = 100
        var count = 0
        for reading in try context.fetchBatches(request) where reading.number > 0 { count += 1 }
        print("\(count / 100) batches of 100, \(count) read")

        // Many rows changed in the store.
        let update = NSBatchUpdateRequest(entityName: "Reading")
        update.propertiesToUpdate = ["value": NSExpression(format: "value + 1")]
        update.resultType = .updatedObjectsCountResultType
        let updated = try context.execute(update) as? NSBatchUpdateResult
        print("raised", updated?.result as? Int ?? 0)

        // A figure of many rows.
        let sum = NSExpressionDescription()
        sum.name = "sum"
        sum.expression = NSExpression(format: "@sum.value")
        sum.expressionResultType = .integer64AttributeType
        let figures = NSFetchRequest<NSDictionary>(entityName: "Reading")
        figures.resultType = .dictionaryResultType
        figures.propertiesToFetch = [sum]
        print("sum", try context.fetch(figures).first?["sum"] ?? 0)

        // Many rows deleted in the store.
        let removal = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<Reading>(entityName: "Reading"))
        removal.resultType = .resultTypeCount
        print("deleted", (try context.execute(removal) as? NSBatchDeleteResult)?.result as? Int ?? 0)
    }
}
