// SPDX-License-Identifier: Apache-2.0
// Sections: what names them, when they are out of order, and their index.

import Foundation
import Perdure
import PerdureResults
import PerdureTestSupport
import Testing

@Suite("Sections of a results controller")
struct SectionTests {
    @Test("FET-84 without a section key path there is one section, also when it is empty")
    func one() throws {
        let stage = try ListStage(section: nil)
        #expect(stage.names == [["a1", "a2", "b1"]])
        #expect(stage.controller.sections?[0].name == "" && stage.controller.sections?[0].indexTitle == nil)
        let calls = try stage.event { try stage.context.all("Row").forEach(stage.context.delete) }
        #expect(calls == ["will", "delete [0,0]→nil", "delete [0,1]→nil", "delete [0,2]→nil", "did"])
        #expect(stage.names == [[]] && stage.controller.fetchedObjects?.isEmpty == true)
        #expect(stage.event { stage.add("x") } == ["will", "insert nil→[0,0]", "did"])
    }

    @Test(
        "FET-84 sections out of order are an error that says where and what to do",
        arguments: Stack.Kind.allCases)
    func outOfOrder(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        stage.add("a0", ["section": "B"])
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(by: ["name"]), managedObjectContext: stage.context,
            sectionNameKeyPath: "section", cacheName: nil)
        let error = #expect(throws: CoreDataException.self) { try list.performFetch() }
        #expect(error?.reason.contains("index 3") == true && error?.reason.contains("\"B\"") == true)
        #expect(
            error?.reason.contains("first sort descriptor") == true
                && error?.reason.contains("\"section\"") == true)
        #expect(list.fetchedObjects == nil)
    }

    @Test("FET-84 a followed list never gets sections out of order: the object goes to its section")
    func keptInOrder() throws {
        let request = ListStage.request(by: ["name"])
        let stage = try ListStage(request: request)
        let calls = stage.event { stage.add("b5", ["section": "A"]) }
        #expect(calls == ["will", "insert nil→[0,2]", "did"])
        #expect(stage.names == [["a1", "a2", "b5"], ["b1"]])
    }

    @Test(
        "FET-85, TRN-205 a transient attribute, a computed key and a to-one path name sections",
        arguments: Stack.Kind.allCases)
    func keys(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        let group = stage.context.insert("Group", ["name": "G"])
        for row in try stage.context.all("Row") {
            row.setValue(row.rowName == "b1" ? "sad" : "happy", forKey: "mood")
            row.setValue(group, forKey: "group")
        }
        for (path, names) in [("mood", ["happy", "sad"]), ("initial", ["A", "B"]), ("group.name", ["G"])] {
            let list = NSFetchedResultsController(
                fetchRequest: ListStage.request(by: ["name"]), managedObjectContext: stage.context,
                sectionNameKeyPath: path, cacheName: nil)
            let log = ListLog()
            list.delegate = log
            try list.performFetch()
            #expect(list.sections?.map(\.name) == names)
            #expect(list.fetchedObjects?.allSatisfy { !$0.isFault } == true)
            stage.add("a3", ["mood": "happy", "group": group])
            stage.context.processPendingChanges()
            #expect(log.take() == ["will", "insert nil→[0,2]", "did"])
            stage.context.delete(try stage.row("a3"))
            stage.context.processPendingChanges()
        }
    }

    @Test("FET-85 a change of the transient that names the section moves the object")
    func transientMove() throws {
        let stage = try ListStage(request: ListStage.request(by: ["name"]), section: "mood")
        #expect(stage.names == [["a1", "a2", "b1"]])
        let calls = try stage.event { try stage.row("b1").setValue("z", forKey: "mood") }
        #expect(calls == ["will", "section insert 1 z 1", "move [0,2]→[1,0]", "did"])
    }

    @Test("FET-84 values that others have changed in the store meanwhile do not bring sections out of order")
    func staleValues() throws {
        let stage = try ListStage(.sqlite)
        let reader = stage.stack.context()
        let rows = try reader.all("Row")
        for row in rows { _ = row.rowName }
        try stage.row("a1").setValue("C", forKey: "section")
        try stage.context.save()
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(), managedObjectContext: reader, sectionNameKeyPath: "section",
            cacheName: nil)
        try list.performFetch()
        #expect(list.sections?.map(\.name) == ["A", "B"])
        #expect(list.fetchedObjects?.map(\.rowName) == ["a1", "a2", "b1"])
        withExtendedLifetime(rows) {}
    }

    @Test(
        "FET-84 unsaved names of related objects, sorted and divided by them, do not bring sections out of order",
        arguments: Stack.Kind.allCases)
    func staleRelatedNames(_ kind: Stack.Kind) throws {
        let stage = try ListStage(kind)
        for (row, name) in zip(try stage.context.all("Row", by: "name"), ["A", "B", "C"]) {
            row.setValue(stage.context.insert("Group", ["name": name]), forKey: "group")
        }
        try stage.context.save()
        for group in try stage.context.all("Group", "name != 'B'") { group.setValue("D", forKey: "name") }
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(by: ["group.name", "name"]), managedObjectContext: stage.context,
            sectionNameKeyPath: "group.name", cacheName: nil)
        try list.performFetch()
        #expect(list.sections?.map(\.name) == ["B", "D"])
        #expect(list.fetchedObjects?.map(\.rowName) == ["a2", "a1", "b1"])
    }

    @Test(
        "FET-103 without sections no object is read, with stored ones only some at their ends",
        arguments: Stack.Kind.allCases)
    func reading(_ kind: Stack.Kind) throws {
        let stage = try ListStage(
            kind, rows: (0..<900).map { "\("abc".map(String.init)[$0 / 300])\(1000 + $0)" })
        for (section, limit) in [(nil, 0), ("section", 100)] {
            let reader = stage.stack.context()
            let list = NSFetchedResultsController(
                fetchRequest: ListStage.request(), managedObjectContext: reader, sectionNameKeyPath: section,
                cacheName: nil)
            try list.performFetch()
            #expect(list.sections?.map(\.numberOfObjects) == (section == nil ? [900] : [300, 300, 300]))
            #expect(list.fetchedObjects?.count { !$0.isFault } ?? 0 <= limit)
        }
    }

    @Test("FET-83 FET-103 a cache saves reading: two objects of a section, and one of the next")
    func cachedReading() throws {
        let stage = try ListStage(
            .sqlite, rows: (0..<900).map { "\("abc".map(String.init)[$0 / 300])\(1000 + $0)" })
        let name = "FET-103 \(UUID())"
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        for round in 0..<2 {
            let list = stage.reader(cacheName: name)
            try list.performFetch()
            #expect(list.sections?.map(\.numberOfObjects) == [300, 300, 300])
            let read = list.fetchedObjects?.count { !$0.isFault } ?? 0
            #expect(round == 0 ? read > 6 : read == 6)
        }
    }

    @Test("FET-85 an unknown key is an error of performFetch")
    func unknownKey() throws {
        let stage = try ListStage()
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(), managedObjectContext: stage.context,
            sectionNameKeyPath: "sektion",
            cacheName: nil)
        let error = #expect(throws: CoreDataException.self) { try list.performFetch() }
        #expect(error?.reason.contains("sektion") == true)
    }

    @Test("FET-84 numbers, dates, flags and nil name sections as text")
    func values() throws {
        let stage = try ListStage(request: ListStage.request(nil, by: ["points", "name"]), section: "points")
        try stage.row("b1").setValue(7, forKey: "points")
        stage.context.processPendingChanges()
        #expect(stage.controller.sections?.map(\.name) == ["0", "7"])
        try stage.row("a1").setValue(nil, forKey: "points")
        stage.context.processPendingChanges()
        #expect(stage.controller.sections?.map(\.name) == ["", "0", "7"])
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(nil, by: ["hidden"]), managedObjectContext: stage.context,
            sectionNameKeyPath: "hidden", cacheName: nil)
        try list.performFetch()
        #expect(list.sections?.map(\.name) == ["0"])
    }

    @Test(
        "FET-84 PRE-100 names of other bytes that Unicode calls equal are sections of their own",
        arguments: Stack.Kind.allCases)
    func equivalentNames(_ kind: Stack.Kind) throws {
        let names = ["e\u{301}", "f", "\u{E9}"]
        let stage = try ListStage(kind, rows: [])
        for (number, name) in names.enumerated() { stage.add("x\(number)", ["section": name]) }
        try stage.context.save()
        let list = stage.controller
        try list.performFetch()
        stage.log.take()
        #expect(list.sections?.map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
        #expect(stage.event { stage.add("y", ["section": names[2]]) } == ["will", "insert nil→[2,1]", "did"])
        #expect(stage.names == [["x0"], ["x1"], ["x2", "y"]])
        let snapshot = list.snapshot
        #expect(names.map { snapshot.numberOfItems(inSection: $0) } == [1, 1, 2])
        #expect(snapshot.difference(from: snapshot).isEmpty)
        let calls = try stage.event { stage.context.delete(try stage.row("x0")) }
        #expect(calls.contains { $0.hasPrefix("section delete 0 ") } && calls.contains("delete [0,0]→nil"))
        #expect(stage.names == [["x1"], ["x2", "y"]])
    }

    @Test("FET-86 names, index titles, numbers and objects of sections")
    func information() throws {
        let stage = try ListStage(rows: ["a1", "b1", "b2", "é1"])
        let sections = try #require(stage.controller.sections)
        #expect(sections.map(\.name) == ["A", "B", "É"])
        #expect(sections.map(\.numberOfObjects) == [1, 2, 1])
        #expect(sections.map(\.indexTitle) == ["A", "B", "É"])
        #expect(sections[1].objects?.compactMap { ($0 as? NSManagedObject)?.rowName } == ["b1", "b2"])
        #expect(stage.controller.sectionIndexTitles == ["A", "B", "É"])
        #expect(stage.controller.sectionIndexTitle(forSectionName: "zebra") == "Z")
        #expect(stage.controller.sectionIndexTitle(forSectionName: "") == nil)
    }

    @Test("FET-86 sections with one title share it, and the title leads to the first of them")
    func sharedTitles() throws {
        let stage = try ListStage(rows: [])
        for section in ["Adam", "Anna", "Bob", ""] { stage.add("x", ["section": section]) }
        stage.context.processPendingChanges()
        let list = stage.controller
        #expect(list.sections?.map(\.name) == ["", "Adam", "Anna", "Bob"])
        #expect(list.sectionIndexTitles == ["A", "B"])
        #expect(list.section(forSectionIndexTitle: "A", at: 0) == 1)
        #expect(list.section(forSectionIndexTitle: "B", at: 1) == 3)
        #expect(list.section(forSectionIndexTitle: "B", at: 0) == 3)
        let error = #expect(throws: CoreDataException.self) {
            try list.trySection(forSectionIndexTitle: "Z", at: 2)
        }
        #expect(error?.reason.contains("\"Z\"") == true)
    }

    @Test("FET-86 the delegate, or a subclass, may choose index titles")
    func ownTitles() throws {
        final class TitleDelegate: NSObject, NSFetchedResultsControllerDelegate {
            func controller(
                _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
                sectionIndexTitleForSectionName sectionName: String
            ) -> String? { "<\(sectionName)>" }
        }
        final class TitleController: NSFetchedResultsController<NSManagedObject> {
            override func sectionIndexTitle(forSectionName sectionName: String) -> String? {
                "(\(sectionName))"
            }
        }
        let stage = try ListStage()
        let titles = TitleDelegate()
        stage.controller.delegate = titles
        try stage.controller.performFetch()
        #expect(stage.controller.sectionIndexTitles == ["<A>", "<B>"])
        #expect(stage.controller.section(forSectionIndexTitle: "<B>", at: 1) == 1)
        let own = TitleController(
            fetchRequest: ListStage.request(), managedObjectContext: stage.context,
            sectionNameKeyPath: "section",
            cacheName: nil)
        try own.performFetch()
        #expect(
            own.sectionIndexTitles == ["(A)", "(B)"] && own.sections?.map(\.indexTitle) == ["(A)", "(B)"])
        own.delegate = stage.log
        try own.performFetch()
        #expect(own.sectionIndexTitles == ["(A)", "(B)"])
    }

    @Test("FET-101 a change of a related object alone leaves the list as it is")
    func relatedObject() throws {
        let stage = try ListStage(rows: [])
        let groups = ["G", "H"].map { stage.context.insert("Group", ["name": $0]) }
        for (number, group) in groups.enumerated() { stage.add("r\(number)", ["group": group]) }
        try stage.context.save()
        let list = NSFetchedResultsController(
            fetchRequest: ListStage.request(by: ["group.name"]), managedObjectContext: stage.context,
            sectionNameKeyPath: "group.name", cacheName: nil)
        let log = ListLog()
        list.delegate = log
        try list.performFetch()
        groups[0].setValue("Z", forKey: "name")
        stage.context.processPendingChanges()
        #expect(log.take().isEmpty && list.sections?.map(\.name) == ["G", "H"])
        try stage.row("r0").setValue(1, forKey: "points")
        stage.context.processPendingChanges()
        #expect(list.sections?.map(\.name) == ["H", "Z"])
    }
}
