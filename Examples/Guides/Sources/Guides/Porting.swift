// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Porting.md: the model layer of an app, as written for Apple's systems but for the lines that
// say "Linux". Behind #if stands what Apple's systems need there.

import CoreData

/// A value of the program's own.
final class Stamp: NSObject {
    let motif: String

    init(_ motif: String) { self.motif = motif }
}

final class StampTransformer: ValueTransformer {
    static let stampName = NSValueTransformerName("StampTransformer")

    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? { (value as? Stamp).map { Data($0.motif.utf8) } }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { Stamp(String(decoding: $0, as: UTF8.self)) }
    }
}

// The plugin sees @NSManaged, supplies the accessors, and lists what validates.
final class Parcel: NSManagedObject {
    @NSManaged var title: String?
    @NSManaged var grams: Int64
    @NSManaged var stamp: Stamp?
    @NSManaged var shelf: Shelf?

    // Linux: no @objc.
    #if canImport(ObjectiveC)
    @objc
    #endif
    func validateTitle(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        guard let title = value.pointee as? String else { return }
        value.pointee = title.trimmingCharacters(in: .whitespaces) as NSString
    }
}

// Nothing here tells the plugin that a method validates.
final class Shelf: NSManagedObject {
    var code: String? {
        get {
            willAccessValue(forKey: "code")
            defer { didAccessValue(forKey: "code") }
            return primitiveValue(forKey: "code") as? String
        }
        set {
            willChangeValue(forKey: "code")
            setPrimitiveValue(newValue, forKey: "code")
            didChangeValue(forKey: "code")
        }
    }

    #if canImport(ObjectiveC)
    @objc
    #endif
    func validateCode(_ value: AutoreleasingUnsafeMutablePointer<AnyObject?>) throws {
        guard let code = value.pointee as? String, code.count == 2 else {
            throw CocoaError(.validationStringPatternMatching)
        }
    }
}

#if !canImport(ObjectiveC)
// Linux: no runtime finds the method by its name.
extension Shelf: PropertyValidating {
    static var validators: [String: KeyValidator] { ["code": KeyValidator(Shelf.validateCode)] }
}
#endif

private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    (attribute.name, attribute.attributeType) = (name, type)
    attribute.isOptional = true
    return attribute
}

private func entity(_ type: NSManagedObject.Type, _ properties: [NSPropertyDescription])
    -> NSEntityDescription
{
    let entity = NSEntityDescription()
    entity.name = String(describing: type)
    entity.managedObjectClassName = NSStringFromClass(type)
    entity.properties = properties
    return entity
}

/// In an app this is a model file, which stays as it is.
private func depotModel() -> NSManagedObjectModel {
    let (shelf, parcels) = (NSRelationshipDescription(), NSRelationshipDescription())
    (shelf.name, shelf.maxCount, shelf.inverseRelationship) = ("shelf", 1, parcels)
    (parcels.name, parcels.maxCount, parcels.inverseRelationship) = ("parcels", 0, shelf)
    let stamp = attribute("stamp", .transformableAttributeType)
    stamp.valueTransformerName = StampTransformer.stampName.rawValue
    let grams = attribute("grams", .integer64AttributeType)
    grams.defaultValue = 0
    let parcel = entity(Parcel.self, [attribute("title", .stringAttributeType), grams, stamp, shelf])
    let rack = entity(Shelf.self, [attribute("code", .stringAttributeType), parcels])
    (shelf.destinationEntity, parcels.destinationEntity) = (rack, parcel)
    let model = NSManagedObjectModel()
    model.entities = [parcel, rack]
    return model
}

/// What the app's own code asks for.
func countObjects(_ request: NSFetchRequest<any NSFetchRequestResult>, in context: NSManagedObjectContext)
    throws -> Int
{
    try context.count(for: request)
}

/// Runs anywhere: a command or a server has no main queue to be on.
func weight(_ context: NSManagedObjectContext) throws -> Int64 {
    try context.performAndWait {
        try context.fetch(NSFetchRequest<Parcel>(entityName: "Parcel")).reduce(0) { $0 + $1.grams }
    }
}

private func openDepot(in folder: URL) throws -> NSPersistentContainer {
    // Before the first store is opened, as there.
    ValueTransformer.setValueTransformer(StampTransformer(), forName: StampTransformer.stampName)
    let container = NSPersistentContainer(name: "Depot", managedObjectModel: depotModel())
    container.persistentStoreDescriptions = [
        NSPersistentStoreDescription(url: folder.appendingPathComponent("Depot.sqlite"))
    ]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func porting(in folder: URL) async throws {
    let container = try openDepot(in: folder)
    let context = container.viewContext
    try fill(context)
    try ask(context)
    undoSteps(context)
    // Off the main actor, on a context of its own.
    let background = container.newBackgroundContext()
    print("grams:", try await Task.detached { try weight(background) }.value)
}

@MainActor private func fill(_ context: NSManagedObjectContext) throws {
    let (parcel, shelf) = (Parcel(context: context), Shelf(context: context))
    (parcel.title, parcel.grams, parcel.stamp, parcel.shelf) = (" Books ", 1200, Stamp("owl"), shelf)
    shelf.code = "A"
    do { try context.save() } catch { print("refused:", (error as NSError).code) }
    shelf.code = "A1"
    try context.save()
    context.refresh(parcel, mergeChanges: false)
    print("\(parcel.title ?? ""), \(parcel.stamp?.motif ?? ""), shelf \(parcel.shelf?.code ?? "")")
}

@MainActor private func ask(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Parcel>(entityName: "Parcel")
    request.predicate = NSPredicate(format: "grams > %d", 1000)
    #if canImport(ObjectiveC)
    let untyped = request as! NSFetchRequest<any NSFetchRequestResult>
    #else
    // Linux: the cast compiles, and cannot succeed.
    let untyped = request.erased()
    #endif
    print("heavy:", try countObjects(untyped, in: context))
}

@MainActor private func undoSteps(_ context: NSManagedObjectContext) {
    context.undoManager = UndoManager()
    guard let parcel = try? context.fetch(NSFetchRequest<Parcel>(entityName: "Parcel")).first else { return }
    for title in ["Maps", "Globes"] {
        parcel.title = title
        // Linux: without an event loop nothing else ends a step.
        context.processPendingChanges()
    }
    context.undo()
    print("after one undo:", parcel.title ?? "")
    context.undo()
    print("after two:", parcel.title ?? "")
}
