// SPDX-License-Identifier: Apache-2.0
// The program of Documentation/Guides/Testing.md.

import PerdureMacros
import PerdureVersionTesting

@ManagedObject final class TaskItem: NSManagedObject {
    var title: String = ""
}

// The model is made once, because the entities of a class belong to one model.
private let tasks = NSManagedObjectModel(for: TaskItem.self)

/// A new and empty stack for one test.
func emptyStack(file: URL? = nil) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Tasks", managedObjectModel: tasks)
    let description = file.map { NSPersistentStoreDescription(url: $0) } ?? NSPersistentStoreDescription()
    if file == nil { description.type = NSInMemoryStoreType }
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    return container
}

@MainActor func testing(in folder: URL) throws {
    // Most tests need no file.
    let memory = try emptyStack().viewContext
    TaskItem(context: memory).title = "try it"
    try memory.save()
    print("in memory:", try memory.count(TaskItem.self))

    // What only a file shows: look with a second stack, which has no object of the first one.
    let file = folder.appendingPathComponent("Tasks.sqlite")
    let first = try emptyStack(file: file).viewContext
    TaskItem(context: first).title = "try it"
    try first.save()
    print("the file has", try emptyStack(file: file).viewContext.count(TaskItem.self))

    // Stores of versions that you shipped, kept beside the tests, open for ever.
    let versions = FrozenVersions(in: folder.appendingPathComponent("Versions"))
    try versions.freeze("1", tasks) { context in TaskItem(context: context).title = "old" }
    try versions.openAll(under: tasks) { name, context in
        print("version \(name) opens:", try context.count(TaskItem.self), "task")
    }
}
