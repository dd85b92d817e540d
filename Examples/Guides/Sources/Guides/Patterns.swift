// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Patterns.md: five patterns of values beside the stored ones, each played by a class with code by hand
// and by one with the short form. Patterns+ByHand.swift and Patterns+BuiltIn.swift have the classes.

import PerdureMacros

protocol Named: NSManagedObject {
    var given: String { get set }
    var family: String { get set }
    var fullName: String { get }
}

protocol Measured: NSManagedObject {
    var side: Double { get set }
    var area: Double { get }
    var computations: Int { get }
}

protocol Located: NSManagedObject {
    var spot: Spot { get set }
    static var latitudeKey: String { get }
}

protocol Billed: NSManagedObject {
    var limit: Int { get set }
    var largeBills: [Bill] { get }
}

protocol Voted: NSManagedObject {
    var votes: Int { get }
    func vote(_ count: Int)
    static func save(_ context: NSManagedObjectContext) throws
}

/// A store, a context with undo, and what others do.
@MainActor private struct PatternStage {
    let container: NSPersistentContainer
    var context: NSManagedObjectContext { container.viewContext }

    init(in folder: URL) throws {
        let model = NSManagedObjectModel(
            for: HandPerson.self, Person.self, HandRoom.self, Room.self, HandPin.self, Pin.self,
            HandClient.self,
            Client.self, Bill.self, HandPoll.self, Poll.self)
        container = NSPersistentContainer(name: "Patterns", managedObjectModel: model)
        let file = folder.appendingPathComponent("Patterns.sqlite")
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        context.undoManager = UndoManager()
    }

    /// Changes an object in another context, and saves there.
    func elsewhere<Object: NSManagedObject>(_ object: Object, _ change: @Sendable (Object) -> Void) throws {
        let (other, id) = (container.newBackgroundContext(), object.objectID)
        try other.performAndWait {
            if let object = try other.existingObject(with: id) as? Object { change(object) }
            try other.save()
        }
    }
}

@MainActor func patterns(in folder: URL) throws {
    let stage = try PatternStage(in: folder)
    print("computed, by hand:", try name(HandPerson.self, stage))
    print("computed, built in:", try name(Person.self, stage))
    print("cached, by hand:", try area(HandRoom.self, stage))
    print("cached, built in:", try area(Room.self, stage))
    print("composite, by hand:", try spot(HandPin.self, stage))
    print("composite, built in:", try spot(Pin.self, stage))
    print("fetch-backed, by hand:", try bills(HandClient.self, stage))
    print("fetch-backed, built in:", try bills(Client.self, stage))
    print("snapshot and delta, by hand:", try votes(HandPoll.self, stage))
    print("snapshot and delta, built in:", try votes(Poll.self, stage))
}

@MainActor private func name<Object: Named>(_ type: Object.Type, _ stage: PatternStage) throws -> String {
    let person = Object(context: stage.context)
    var names: [String] = []
    let observation = try person.observe("fullName") { person, _ in names.append(person.fullName) }
    person.given = "Ada"
    person.family = "Lovelace"
    observation.invalidate()
    return "\(names)"
}

@MainActor private func area<Object: Measured>(_ type: Object.Type, _ stage: PatternStage) throws -> String {
    let (context, room) = (stage.context, Object(context: stage.context))
    room.side = 3
    try context.save()
    var areas = [room.area, room.area]
    context.processPendingChanges()
    room.side = 4
    areas.append(room.area)
    context.undo()
    areas.append(room.area)
    try stage.elsewhere(room) { $0.side = 5 }
    context.refresh(room, mergeChanges: true)
    areas.append(room.area)
    return "\(areas) by \(room.computations) computations"
}

@MainActor private func spot<Object: Located>(_ type: Object.Type, _ stage: PatternStage) throws -> String {
    let pin = Object(context: stage.context)
    pin.spot = Spot(latitude: 52, longitude: 13)
    pin.spot.longitude += 1
    try stage.context.save()
    let request = NSFetchRequest<Object>(entityName: pin.entity.name ?? "")
    request.predicate = NSPredicate(format: "%K > 50", Object.latitudeKey)
    let found = try stage.context.fetch(request)
    return "\(found.map { [$0.spot.latitude, $0.spot.longitude] })"
}

@MainActor private func bills<Object: Billed>(_ type: Object.Type, _ stage: PatternStage) throws -> String {
    let (context, client) = (stage.context, Object(context: stage.context))
    client.limit = 100
    var counts = [client.largeBills.count]
    let bill = Bill(context: context)
    bill.amount = 120
    context.processPendingChanges()
    counts.append(client.largeBills.count)
    try context.save()
    context.delete(bill)
    context.processPendingChanges()
    counts.append(client.largeBills.count)
    try context.save()
    return "\(counts)"
}

@MainActor private func votes<Object: Voted>(_ type: Object.Type, _ stage: PatternStage) throws -> String {
    let poll = Object(context: stage.context)
    poll.vote(10)
    try Object.save(stage.context)
    poll.vote(3)
    try stage.elsewhere(poll) { $0.vote(2) }
    let before = poll.votes
    try Object.save(stage.context)
    return "\(before), saved as \(poll.votes)"
}
