// SPDX-License-Identifier: Apache-2.0
// Makes a store of the first version, opens it with the second one, and then with the third.

import CoreData

/// Opens the store with a model, and lets a body use it.
func withStore(_ url: URL, _ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void)
    throws
{
    let container = NSPersistentContainer(name: "People", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    var problem: (any Error)?
    container.loadPersistentStores { _, error in problem = error }
    if let problem { throw problem }
    let context = container.viewContext
    try context.performAndWait { try body(context) }
    for store in container.persistentStoreCoordinator.persistentStores {
        try container.persistentStoreCoordinator.remove(store)
    }
}

/// Each contact's values for some keys, a line for each.
func lines(_ context: NSManagedObjectContext, _ keys: String...) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Contact")
    request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
    return try context.fetch(request).map { contact in
        keys.map { "\(contact.value(forKey: $0) ?? "–")" }.joined(separator: ", ")
    }
}

let folder = FileManager.default.temporaryDirectory.appending(path: "versions-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let url = folder.appending(path: "People.sqlite")

try withStore(url, Models.first()) { context in
    for (name, age) in [("Ada King Lovelace", 36), ("Grace Hopper", 85)] {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue(name, forKey: "name")
        person.setValue(age, forKey: "age")
    }
    try context.save()
}

// A container's stores migrate by themselves: the differences can be inferred.
var second: [String] = []
try withStore(url, Models.second()) { second = try lines($0, "fullName", "age", "greeting") }
print("Second version:", second.joined(separator: "; "))

// The mapping model could be a file of the target, too: the build plugin compiles .xcmappingmodel folders.
try makeNameMapping().write(compiledTo: folder.appending(path: "Names.cdm"))
NSMappingModel.registerMappingModels(in: folder)
var third: [String] = []
try withStore(url, Models.third()) { third = try lines($0, "givenName", "familyName", "greeting") }
print("Third version:", third.joined(separator: "; "))

let expected = ["Ada King, Lovelace, Hello", "Grace, Hopper, Hello"]
guard third == expected else {
    FileHandle.standardError.write(Data("Versions: expected \(expected)\n".utf8))
    exit(1)
}
