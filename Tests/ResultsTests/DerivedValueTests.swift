// SPDX-License-Identifier: Apache-2.0
// Lists whose predicate, order or sections use derived attributes: they follow saves, which alone change these.

import Foundation
import Observation
import Perdure
import PerdurePatterns
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Lists by derived attributes")
struct DerivedValueTests {
    /// Lists with items, and a controller that is told.
    private struct Home {
        let stack: Stack
        let context: NSManagedObjectContext
        let lists: [String: NSManagedObject]
        let log = ListLog()

        init(_ kind: Stack.Kind) throws {
            stack = try Stack(kind, TodoModel.make())
            context = stack.context()
            var lists: [String: NSManagedObject] = [:]
            for name in ["Attic", "Barn"] { lists[name] = context.insert("TodoList", ["name": name]) }
            for title in ["axe", "bed"] {
                context.insert("Item", ["title": title, "todolist": lists["Attic"]])
            }
            context.insert("Item", ["title": "cow", "todolist": lists["Barn"]])
            try context.save()
            self.lists = lists
        }

        func controller(
            _ entity: String, _ format: String? = nil, by keys: [String], section: String? = nil,
            in other: NSManagedObjectContext? = nil
        ) throws -> NSFetchedResultsController<NSManagedObject> {
            let request = NSFetchRequest<NSManagedObject>(entityName: entity)
            request.predicate = format.map { NSPredicate(format: $0) }
            request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: other ?? context, sectionNameKeyPath: section,
                cacheName: nil)
            controller.delegate = log
            try controller.performFetch()
            log.take()
            return controller
        }

        func rename(_ name: String, _ new: String) { lists[name]?.setValue(new, forKey: "name") }

        func item(_ title: String) throws -> NSManagedObject {
            try #require(try context.all("Item", "title == '\(title)'").first)
        }
    }

    private func titles(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String] {
        (controller.fetchedObjects ?? []).map {
            ($0.value(forKey: "title") ?? $0.value(forKey: "name")) as? String ?? "?"
        }
    }

    @Test("FET-100 DER-24 an object comes and goes by a derived attribute", arguments: Stack.Kind.allCases)
    func predicate(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        let controller = try home.controller("Item", "listName == 'Attic'", by: ["listName"])
        home.rename("Attic", "Loft")
        home.context.processPendingChanges()
        #expect(home.log.take().isEmpty)
        try home.context.save()
        #expect(controller.fetchedObjects?.isEmpty == true)
        #expect(home.log.take() == ["will", "delete [0,0]→nil", "delete [0,1]→nil", "did"])
        home.rename("Barn", "Attic")
        try home.context.save()
        #expect(controller.fetchedObjects == [try home.item("cow")])
        #expect(home.log.take() == ["will", "insert nil→[0,0]", "did"])
    }

    @Test(
        "FET-100 DER-24 an object that the save wrote moves by its derived attribute",
        arguments: Stack.Kind.allCases)
    func order(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        let controller = try home.controller("TodoList", "count > 0", by: ["count"])
        let names = { controller.fetchedObjects?.map { $0.value(forKey: "name") as? String } }
        #expect(names() == ["Barn", "Attic"])
        for title in ["dog", "elk"] {
            home.context.insert("Item", ["title": title, "todolist": home.lists["Barn"]])
        }
        try home.context.save()
        #expect(names() == ["Attic", "Barn"])
        #expect(home.log.take().contains("move [0,0]→[0,1]"))
    }

    @Test("FET-100 DER-24 sections by a derived attribute", arguments: Stack.Kind.allCases)
    func sections(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        let controller = try home.controller("Item", by: ["listName", "title"], section: "listName")
        #expect(controller.sections?.map(\.name) == ["Attic", "Barn"])
        home.rename("Attic", "Cellar")
        try home.context.save()
        #expect(controller.sections?.map(\.name) == ["Barn", "Cellar"])
        #expect(controller.sections?.map(\.numberOfObjects) == [1, 2])
    }

    @Test(
        "FET-100 DER-23 faults, and objects that nobody has read, are found", arguments: Stack.Kind.allCases)
    func unread(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        home.context.reset()
        let list = try #require(try home.context.all("TodoList", "name == 'Barn'").first)
        let controller = try home.controller("Item", "listName == 'Attic'", by: ["title"])
        #expect(controller.fetchedObjects?.count == 2)
        list.setValue("Attic", forKey: "name")
        try home.context.save()
        #expect(titles(controller) == ["axe", "bed", "cow"])
        #expect(home.log.take() == ["will", "insert nil→[0,2]", "did"])
    }

    @Test("FET-88 DER-25 a merge brings them to other contexts' lists", arguments: Stack.Kind.allCases)
    func merging(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        let other = home.stack.context()
        let controller = try home.controller("Item", "listName == 'Attic'", by: ["title"], in: other)
        let last = SaveNotice(home.context)
        home.rename("Attic", "Loft")
        home.rename("Barn", "Attic")
        try home.context.save()
        #expect(home.log.take().isEmpty)
        other.mergeChanges(fromContextDidSave: try #require(last.notification))
        #expect(titles(controller) == ["cow"])
    }

    @Test("FET-110 DER-24 an observed list tells", arguments: Stack.Kind.allCases)
    func observed(_ kind: Stack.Kind) throws {
        let home = try Home(kind)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.predicate = NSPredicate(format: "listName == 'Attic'")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let list = try FetchedList(request, in: home.context)
        final class Flag: @unchecked Sendable { var isSet = false }
        let flag = Flag()
        withObservationTracking {
            _ = list.objects
        } onChange: {
            flag.isSet = true
        }
        home.rename("Attic", "Loft")
        try home.context.save()
        #expect(flag.isSet && list.objects.isEmpty)
    }

    @Test(
        "TRN-152 DER-24 fetched members are fetched again, whether their objects have values or not",
        arguments: Stack.Kind.allCases, [false, true])
    func members(_ kind: Stack.Kind, _ areRead: Bool) throws {
        let home = try Home(kind)
        let owner = try #require(home.lists["Barn"])
        if !areRead { home.context.refreshAllObjects() }
        let namesakes = FetchedMembers { (_: NSManagedObject) in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "listName == 'Attic'")
            return request
        }
        #expect(namesakes.members(of: owner).count == 2)
        home.rename("Attic", "Loft")
        try home.context.save()
        #expect(namesakes.members(of: owner).isEmpty)
    }
}

/// The last notification of a context's saves.
private final class SaveNotice {
    private(set) var notification: Notification?
    private var token: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext) {
        // Saves post on the test's own thread.
        nonisolated(unsafe) weak let notice = self
        token = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notice?.notification = $0 }
    }

    deinit { token.map(NotificationCenter.default.removeObserver) }
}
