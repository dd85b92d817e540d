// SPDX-License-Identifier: Apache-2.0
// Fetching with a controller, its modes, and what it refuses.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Results controllers")
struct ControllerTests {
    private func controller(
        _ stage: ListStage, _ request: NSFetchRequest<NSManagedObject>, section: String? = nil,
        cache: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
        NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: stage.context, sectionNameKeyPath: section,
            cacheName: cache)
    }

    @Test("FET-80 a request without sort descriptors is refused by performFetch")
    func noOrder() throws {
        let stage = try ListStage()
        let request = ListStage.request()
        request.sortDescriptors = nil
        let list = controller(stage, request)
        let error = #expect(throws: CoreDataException.self) { try list.performFetch() }
        #expect(error?.name == .invalidArgumentException)
        let text = "An instance of NSFetchedResultsController requires a fetch request with sort descriptors"
        #expect(error?.reason.hasPrefix(text) == true && error?.reason.contains("\"Row\"") == true)
        #expect(list.fetchedObjects == nil)
    }

    @Test("PRG-54 an empty list of sort descriptors is taken: objects come by their IDs, and are followed")
    func emptyOrder() throws {
        for kind in Stack.Kind.allCases {
            let stage = try ListStage(kind, rows: ["c1", "a1", "b1"])
            let request = ListStage.request(by: [])
            let list = controller(stage, request)
            let log = ListLog()
            list.delegate = log
            try list.performFetch()
            #expect(list.fetchedObjects?.map(\.rowName) == ["c1", "a1", "b1"])
            stage.context.insert("Row", ["name": "a0", "section": "A"])
            try stage.context.save()
            #expect(list.fetchedObjects?.map(\.rowName) == ["c1", "a1", "b1", "a0"])
            stage.context.delete(try stage.row("a1"))
            stage.context.processPendingChanges()
            #expect(list.fetchedObjects?.map(\.rowName) == ["c1", "b1", "a0"])
        }
    }

    @Test("FET-80 other result types than objects are refused by performFetch")
    func wrongResultType() throws {
        let stage = try ListStage()
        let request = ListStage.request()
        request.resultType = .managedObjectIDResultType
        let error = #expect(throws: CoreDataException.self) { try controller(stage, request).performFetch() }
        #expect(error?.reason.contains("managedObjectResultType") == true)
    }

    @Test("FET-81 before performFetch there is nothing, and a changed request counts from the next one")
    func performFetch() throws {
        let stage = try ListStage()
        let list = controller(stage, ListStage.request(), section: "section")
        #expect(list.fetchedObjects == nil && list.sections == nil && list.sectionIndexTitles.isEmpty)
        #expect(list.indexPath(forObject: try stage.row("a1")) == nil)
        #expect(throws: CoreDataException.self) { try list.tryObject(at: [0, 0]) }
        try list.performFetch()
        #expect(list.fetchedObjects?.map(\.rowName) == ["a1", "a2", "b1"])
        list.fetchRequest.predicate = NSPredicate(format: "name BEGINSWITH 'b'")
        #expect(list.fetchedObjects?.count == 3)
        try list.performFetch()
        #expect(list.fetchedObjects?.map(\.rowName) == ["b1"] && list.sections?.map(\.name) == ["B"])
    }

    @Test("FET-82 without a delegate the list stays as it was fetched; one set later hears of all")
    func modes() throws {
        let stage = try ListStage()
        stage.controller.delegate = nil
        #expect(stage.event { stage.add("a0") }.isEmpty)
        stage.context.delete(try stage.row("b1"))
        stage.context.processPendingChanges()
        #expect(stage.names == [["a1", "a2"], ["b1"]])
        stage.controller.delegate = stage.log
        #expect(
            stage.event { stage.add("c1") } == [
                "will", "section delete 1 B 0", "section insert 1 C 1", "delete [1,0]→nil",
                "insert nil→[0,0]",
                "insert nil→[1,0]", "did",
            ])
        #expect(stage.names == [["a0", "a1", "a2"], ["c1"]])
    }

    @Test("FET-82 with a cache and a delegate the list is followed too")
    func cached() throws {
        let stage = try ListStage()
        let list = controller(stage, ListStage.request(), section: "section", cache: "FET-82")
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "FET-82") }
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        stage.add("b0")
        stage.context.processPendingChanges()
        #expect(log.take() == ["will", "insert nil→[1,0]", "did"])
        #expect(list.cacheName == "FET-82" && list.sectionNameKeyPath == "section")
        #expect(list.managedObjectContext === stage.context)
    }

    @Test(
        "FET-83 a predicate or an order that changed under a cache's name is an error, until the cache is deleted"
    )
    func changedUnderCache() throws {
        let stage = try ListStage()
        let name = "FET-83 \(UUID())"
        let list = controller(stage, ListStage.request(), section: "section", cache: name)
        try list.performFetch()
        try list.performFetch()
        list.fetchRequest.predicate = NSPredicate(format: "name != 'a1'")
        let error = #expect(throws: CoreDataException.self) { try list.performFetch() }
        #expect(error?.reason.contains(name) == true && error?.reason.contains("deleteCache") == true)
        #expect(list.fetchedObjects?.count == 3)
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
        try list.performFetch()
        #expect(list.fetchedObjects?.count == 2)
        list.fetchRequest.sortDescriptors?.append(NSSortDescriptor(key: "points", ascending: true))
        #expect(throws: CoreDataException.self) { try list.performFetch() }
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: nil)
        try list.performFetch()
    }

    @Test("FET-83 a cache of another section key path, entity or store is replaced")
    func otherCache() throws {
        let name = "FET-83 \(UUID())"
        for stage in [try ListStage(), try ListStage(rows: ["a1", "c1"])] {
            for section in ["section", "name", nil] {
                let list = controller(
                    stage, ListStage.request(by: ["section", "name"]), section: section, cache: name)
                try list.performFetch()
                let scan = controller(stage, ListStage.request(by: ["section", "name"]), section: section)
                try scan.performFetch()
                #expect(list.sections?.map(\.name) == scan.sections?.map(\.name))
            }
        }
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
    }

    @Test("FET-83 a cache that is out of date gives no wrong sections")
    func staleCache() throws {
        let stage = try ListStage(rows: (0..<40).map { "\("abc".randomElement()!)\($0)" })
        let name = "FET-83 \(UUID())"
        for round in 0..<20 {
            let list = stage.reader(cacheName: name)
            try list.performFetch()
            for section in list.sections ?? [] {
                #expect(
                    (section.objects ?? []).allSatisfy {
                        ($0 as? NSManagedObject)?.value(forKey: "section") as? String == section.name
                    })
            }
            #expect(Set(list.sections?.map(\.name) ?? []).count == list.sections?.count)
            for row in try stage.context.all("Row").shuffled().prefix(5) {
                row.setValue(["A", "B", "C", "D"].randomElement()!, forKey: "section")
            }
            stage.add("\("abcd".randomElement()!)x\(round)")
            try stage.context.save()
        }
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
    }

    @Test("FET-87 objects by index path and the other way round; a wrong path is an error with the bounds")
    func paths() throws {
        let stage = try ListStage()
        let list = stage.controller
        let a2 = try stage.row("a2")
        #expect(list.object(at: IndexPath(item: 1, section: 0)) === a2)
        #expect(list.indexPath(forObject: a2) == [0, 1])
        #expect(list.indexPath(forObject: try stage.row("b1")) == IndexPath(row: 0, section: 1))
        #expect(list.indexPath(forObject: stage.context.insert("Other")) == nil)
        for path in [[2, 0], [0, 2], [0, -1], [-1, 0], [0], [0, 0, 0]] as [IndexPath] {
            let error = #expect(throws: CoreDataException.self) { try list.tryObject(at: path) }
            #expect(error?.name == .rangeException && error?.reason.contains("\(Array(path))") == true)
            #expect(error?.reason.contains("section 0: 2, section 1: 1") == true)
        }
    }

    @Test("FET-87 a wrong path stops the process with its bounds")
    func wrongPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ListStage().controller.object(at: [7, 3])
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("[7, 3]") && text.contains("section 0: 2"))
    }

    @Test("FET-104 a limit holds when fetching; later insertions go beyond it")
    func limit() throws {
        let request = ListStage.request()
        request.fetchLimit = 2
        let stage = try ListStage(request: request)
        #expect(stage.names == [["a1", "a2"]])
        #expect(stage.event { stage.add("a0") } == ["will", "insert nil→[0,0]", "did"])
        #expect(stage.names == [["a0", "a1", "a2"]])
        try stage.controller.performFetch()
        #expect(stage.names == [["a0", "a1"]])
    }

    @Test(
        "FET-105 nil compares in memory as in the store", arguments: Stack.Kind.allCases,
        ["name != 'a1'", "NOT name == 'a1'", "NOT (name BEGINSWITH 'a')", "name == nil", "points != 3"])
    func nullSemantics(_ kind: Stack.Kind, _ format: String) throws {
        for semantics in [NullSemantics.sql, .foundation] {
            let request = ListStage.request(format)
            request.nullSemantics = semantics
            let stage = try ListStage(kind, request: request, section: nil)
            for row in try stage.context.all("Row") { row.setValue(nil, forKey: "name") }
            stage.context.processPendingChanges()
            let followed = stage.controller.fetchedObjects ?? []
            try stage.context.save()
            let fetched = try stage.stack.context().fetch(request)
            #expect(Set(followed.map(\.objectID)) == Set(fetched.map(\.objectID)))
            let isOpen = format != "name == nil" && format != "points != 3"
            if isOpen { #expect(followed.count == (semantics == .sql ? 0 : 3)) }
        }
    }

    @Test("FET-106 the delegate is not kept; a controller that goes is told nothing more")
    func lifetimes() throws {
        let stage = try ListStage()
        var log: ListLog? = ListLog()
        stage.controller.delegate = log
        weak let weakLog = log
        log = nil
        #expect(weakLog == nil && stage.controller.delegate == nil)
        var list: NSFetchedResultsController? = controller(stage, ListStage.request())
        let other = ListLog()
        list?.delegate = other
        try list?.performFetch()
        weak let weakList = list
        list = nil
        #expect(weakList == nil)
        stage.add("a3")
        stage.context.processPendingChanges()
        #expect(other.lines.isEmpty)
    }

    @Test("FET-100 the delegate is given the program's own controller")
    func identity() throws {
        let stage = try ListStage()
        _ = stage.event { stage.add("a3") }
        #expect(stage.log.controllers.count == 1 && stage.log.controllers[0] === stage.controller)
        let typed = NSFetchedResultsController<ListRow>(
            fetchRequest: typedRequest(), managedObjectContext: stage.context, sectionNameKeyPath: "section",
            cacheName: nil)
        let log = TypedLog()
        typed.delegate = log
        try typed.performFetch()
        stage.add("a4")
        stage.context.processPendingChanges()
        #expect(log.controller === typed && log.names == ["a1", "a2", "a3", "a4", "b1"])
        #expect(log.first == "a1" && log.path == [0, 1] && log.sections == ["A", "B"])
    }

    private func typedRequest() -> NSFetchRequest<ListRow> {
        let request = NSFetchRequest<ListRow>(entityName: "Row")
        request.sortDescriptors = [
            NSSortDescriptor(key: "section", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        return request
    }
}

/// Uses the controller that it is given.
private final class TypedLog: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var controller: AnyObject?
    private(set) var names: [String] = []
    private(set) var first: String?
    private(set) var path: IndexPath?
    private(set) var sections: [String] = []

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        self.controller = controller
        names = (controller.fetchedObjects as? [ListRow] ?? []).map(\.rowName)
        first = (controller.object(at: [0, 0]) as? ListRow)?.rowName
        path = controller.indexPath(forObject: controller.object(at: [0, 1]))
        sections = (controller.sections ?? []).map(\.name)
    }
}
