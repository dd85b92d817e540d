// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/HowItWorks.md: every property is a snapshot and a change.

import PerdureMacros

@ManagedObject final class Boat: NSManagedObject {
    var name: String = ""
    var berth: Int = 0
    // A change without a snapshot.
    @Transient var flag: String?
    // A change that is no value.
    @Mergeable(.counter) var trips: Int = 0
}

/// The two parts of a name, and what they make.
private func look(_ boat: Boat, _ moment: String) {
    let snapshot = boat.committedValues(forKeys: ["name"])["name"] ?? "none"
    let change = boat.changedValues()["name"] ?? "none"
    print("\(moment): snapshot \(snapshot), change \(change), reads \(boat.name)")
}

/// The same for what counts: here the change is an amount.
private func count(_ boat: Boat) {
    print("stored \(boat.$trips.storedValue), pending \(boat.$trips.pendingAmount ?? 0), reads \(boat.trips)")
}

private func openBoats(in folder: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(
        name: "Boats", managedObjectModel: NSManagedObjectModel(for: Boat.self))
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Boats.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

/// What another context, or another program, saves meanwhile.
private func saveElsewhere(
    _ container: NSPersistentContainer, _ id: NSManagedObjectID, _ change: @Sendable (Boat) -> Void
) throws {
    let other = container.newBackgroundContext()
    try other.performAndWait {
        if let boat = try other.existingObject(with: id) as? Boat { change(boat) }
        try other.save()
    }
}

@MainActor func howItWorks(in folder: URL) throws {
    let container = try openBoats(in: folder)
    let context = container.viewContext
    let boat = Boat(context: context)
    boat.name = "Gull"
    try context.save()
    try changeAndRefresh(boat, container)
    try turnIntoFault(boat, context)
    try changeWithoutSnapshot(boat, context)
    try changeWithoutValue(boat, container)
}

@MainActor private func changeAndRefresh(_ boat: Boat, _ container: NSPersistentContainer) throws {
    let context = container.viewContext
    look(boat, "saved")
    boat.name = "Tern"
    look(boat, "set")
    // What this event replaced: the values that undo would bring back.
    print("in this event:", boat.changedValuesForCurrentEvent())
    context.processPendingChanges()
    print("in the next one:", boat.changedValuesForCurrentEvent())

    try saveElsewhere(container, boat.objectID) { ($0.name, $0.berth) = ("Skua", 7) }
    // A newer snapshot below the same change.
    context.refresh(boat, mergeChanges: true)
    look(boat, "refreshed")
    print("berth \(boat.berth), as the other one saved it")
    try context.save()
    look(boat, "saved again")
}

@MainActor private func turnIntoFault(_ boat: Boat, _ context: NSManagedObjectContext) throws {
    boat.name = "Swan"
    // No snapshot and no change; the next reading brings the snapshot back.
    context.refresh(boat, mergeChanges: false)
    print("a fault:", boat.isFault)
    look(boat, "read")
    print("a fault:", boat.isFault)
}

@MainActor private func changeWithoutSnapshot(_ boat: Boat, _ context: NSManagedObjectContext) throws {
    boat.flag = "yellow"
    print("snapshot of a transient:", boat.committedValues(forKeys: ["flag"])["flag"] ?? "none")
    print("dirty: \(boat.hasChanges), to be written: \(boat.hasPersistentChangedValues)")
    try context.save()
    // Saved means written, and a transient is not: it still is a change, so a merging refresh keeps it.
    context.refresh(boat, mergeChanges: true)
    print("merged:", boat.flag ?? "none")
    context.refresh(boat, mergeChanges: false)
    print("not merged:", boat.flag ?? "none")
}

@MainActor private func changeWithoutValue(_ boat: Boat, _ container: NSPersistentContainer) throws {
    boat.$trips.increment(by: 3)
    count(boat)
    try saveElsewhere(container, boat.objectID) { $0.$trips.increment(by: 2) }
    // The save adds to what is stored by now, not to the snapshot.
    try container.viewContext.save()
    count(boat)
}
