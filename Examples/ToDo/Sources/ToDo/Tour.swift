// SPDX-License-Identifier: Apache-2.0
// The steps of the demonstration, each with a line that says what it does and shows.

import CoreData

struct Tour {
    let file: URL

    func run() throws {
        let database = try Database(file: file)
        say("Opened a new store: \(file.lastPathComponent)")
        let first = database.newContext()
        let second = database.newContext()
        try first.performAndWait { try insert(in: first) }
        try second.performAndWait { try fetchAndFollow(in: second) }
        try second.performAndWait { try change(in: second) }
        try first.performAndWait { try refuseBadData(in: first) }
        try first.performAndWait { try deleteWithCascade(in: first) }
        try database.close()
        try reopen()
    }

    private func insert(in context: NSManagedObjectContext) throws {
        for (name, titles) in [("Groceries", ["Bread", "Milk", "Éclairs"]), ("Garden", ["Water the roses"])] {
            guard
                let list = NSEntityDescription.insertNewObject(forEntityName: "TodoList", into: context)
                    as? TodoList
            else { throw DemoFailure("TodoList is not the class of its entity") }
            list.name = name
            for (position, title) in titles.enumerated() {
                let item = Item(context: context)
                item.title = title
                item.points = 10 * (position + 1)
                item.list = list
            }
            say(
                "Inserted the list \"\(list.name)\"; its items know it, and it knows its \(list.items.count) items"
            )
        }
        try context.save()
        say("Saved the first context: 2 lists and 4 items are in the file, all or nothing")
    }

    private func fetchAndFollow(in context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(
            format: "list.name == %@ AND (points >= %d OR title BEGINSWITH[cd] %@)", "Groceries", 20, "e")
        request.sortDescriptors = [NSSortDescriptor(key: "points", ascending: false)]
        let items = try context.fetch(request)
        say(
            "A second context fetches with the predicate \(request.predicate.map(String.init(describing:)) ?? "")"
        )
        guard let item = items.first else { throw DemoFailure("the fetch found nothing") }
        say("The first of \(items.count) results is a fault: \(item.isFault)")
        let title = item.title
        say("Reading its title, \"\(title)\", fired the fault: \(!item.isFault)")
        guard let list = item.list else { throw DemoFailure("the item lost its list") }
        say("Its list is a fault of its own: \(list.isFault); its name is \"\(list.name)\"")
        let titles = list.items.map(\.title).sorted().joined(separator: ", ")
        say("Following the relationship back gives \(titles)")
    }

    private func change(in context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "title == %@", "Milk")
        guard let milk = try context.fetch(request).first else { throw DemoFailure("there is no milk") }
        milk.isDone = true
        milk.points += 1
        say(
            "Changed \"Milk\": \(milk.changedValues().keys.sorted().joined(separator: ", ")) differ from the snapshot"
        )
        try context.save()
        say("Saved: only the changed columns are written, if nobody else changed the row meanwhile")
    }

    private func refuseBadData(in context: NSManagedObjectContext) throws {
        let nameless = Item(context: context)
        nameless.points = 1
        do {
            try context.save()
            throw DemoFailure("an item without a title was saved")
        } catch let error as NSError where error.domain == NSCocoaErrorDomain {
            say("An item without a title is refused: \(error.localizedDescription) (\(error.code))")
        }
        context.rollback()
        say("Rolled back; the context has changes: \(context.hasChanges)")
    }

    private func deleteWithCascade(in context: NSManagedObjectContext) throws {
        context.refreshAllObjects()
        say("The first context turns its objects into faults, to see what the second one saved")
        let request = NSFetchRequest<TodoList>(entityName: "TodoList")
        request.predicate = NSPredicate(format: "name ==[c] 'groceries'")
        guard let list = try context.fetch(request).first else { throw DemoFailure("the list is gone") }
        context.delete(list)
        context.processPendingChanges()
        say("Deleted \"Groceries\"; the cascade rule takes \(context.deletedObjects.count - 1) items with it")
        try context.save()
    }

    private func reopen() throws {
        let database = try Database(file: file)
        let context = database.newContext()
        try context.performAndWait {
            let lists = try context.count(for: NSFetchRequest<TodoList>(entityName: "TodoList"))
            let items = try context.fetch(NSFetchRequest<Item>(entityName: "Item"))
            say(
                "Reopened the file: \(lists) list is left, with \(items.map { "\"\($0.title)\"" }.joined(separator: ", "))"
            )
        }
        try database.close()
    }

    private func say(_ text: String) { print("• \(text)") }
}
