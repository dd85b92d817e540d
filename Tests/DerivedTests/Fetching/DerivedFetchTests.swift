// SPDX-License-Identifier: Apache-2.0
// Derived attributes in fetches: wherever a stored attribute may stand (DER-43), and beside unsaved changes (DER-44).

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetching with derived attributes") struct DerivedFetchTests {
    private func titles(_ stage: TodoStage, _ format: String, _ arguments: Any...) throws -> Set<String> {
        try found("Item", "title", stage.context, NSPredicate(format: format, argumentArray: arguments))
    }

    private func lists(_ context: NSManagedObjectContext, _ format: String) throws -> Set<String> {
        try found("TodoList", "name", context, NSPredicate(format: format, argumentArray: []))
    }

    private func found(
        _ entity: String, _ key: String, _ context: NSManagedObjectContext, _ predicate: NSPredicate
    ) throws -> Set<String> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = predicate
        return Set(try context.fetch(request).compactMap { $0.value(forKey: key) as? String })
    }

    @Test("DER-43 predicates, on the object and through relationships", arguments: Stack.Kind.allCases)
    func predicates(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        #expect(try lists(stage.context, "count > 1") == ["Home"])
        #expect(try lists(stage.context, "total BETWEEN {5, 6}") == ["Work"])
        #expect(try lists(stage.context, "ANY items.searchTitle == 'chair'") == ["Home"])
        #expect(try titles(stage, "searchTitle BEGINSWITH %@", "lamp") == ["Lámp"])
        #expect(try titles(stage, "listName == %@", "Home") == ["Lámp", "CHAIR"])
        #expect(try titles(stage, "listName == nil") == ["Loose"])
        #expect(try titles(stage, "todolist.count == 1") == ["Desk"])
        #expect(try titles(stage, "touched <= %@", Date()).count == 4)
        #expect(try titles(stage, "touched > %@", Date()).isEmpty)
    }

    @Test("DER-43 sort descriptors", arguments: Stack.Kind.allCases)
    func sorting(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        let byTitle = try stage.context.all("Item", by: "searchTitle")
        #expect(byTitle.map { $0.value(forKey: "title") as? String } == ["CHAIR", "Desk", "Lámp", "Loose"])
        let byTotal = try stage.context.all("TodoList", by: "total")
        #expect(byTotal.map { $0.value(forKey: "name") as? String } == ["Work", "Home"])
        let byCount = try stage.context.all("Item", "todolist != nil", by: "todolist.count")
        #expect(byCount.first?.value(forKey: "title") as? String == "Desk")
    }

    @Test("DER-43 propertiesToFetch, distinct values and groups", arguments: Stack.Kind.allCases)
    func dictionaries(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        let values = NSFetchRequest<NSDictionary>(entityName: "TodoList")
        values.resultType = .dictionaryResultType
        values.propertiesToFetch = ["name", "count", "total"]
        values.sortDescriptors = [NSSortDescriptor(key: "count", ascending: false)]
        let expected: [NSDictionary] = [
            ["name": "Home", "count": 2, "total": 7], ["name": "Work", "count": 1, "total": 5],
        ]
        #expect(try stage.context.fetch(values) == expected)

        let points = NSExpressionDescription()
        points.name = "points"
        points.expression = NSExpression(
            forFunction: "sum:", arguments: [NSExpression(forKeyPath: "points")])
        points.expressionResultType = .integer64AttributeType
        let groups = NSFetchRequest<NSDictionary>(entityName: "Item")
        groups.resultType = .dictionaryResultType
        groups.predicate = NSPredicate(format: "listName != nil", argumentArray: [])
        groups.propertiesToFetch = ["listName", points]
        groups.propertiesToGroupBy = ["listName"]
        groups.havingPredicate = NSPredicate(format: "listName BEGINSWITH 'H'", argumentArray: [])
        #expect(try stage.context.fetch(groups) == [["listName": "Home", "points": 7]])
    }

    @Test("DER-43 an index on a derived attribute", arguments: Stack.Kind.allCases)
    func index(_ kind: Stack.Kind) throws {
        let model = TodoModel.make()
        let item = try #require(model.entitiesByName["Item"])
        let search = try #require(item.attributesByName["searchTitle"])
        item.indexes = [
            NSFetchIndexDescription(
                name: "bySearchTitle",
                elements: [NSFetchIndexElementDescription(property: search, collationType: .binary)])
        ]
        let stack = try Stack(kind, model)
        let context = stack.context()
        for title in ["Lámp", "CHAIR", "Desk"] { context.insert("Item", ["title": title]) }
        try context.save()
        #expect(try context.all("Item", "searchTitle == 'chair'").count == 1)
        try context.all("Item", "searchTitle == 'chair'").first?.setValue("Stool", forKey: "title")
        try context.save()
        #expect(try context.all("Item", "searchTitle == 'chair'").isEmpty)
        #expect(try context.all("Item", "searchTitle == 'stool'").count == 1)
        guard let url = stack.url else { return }
        let indexes = try RawDatabase(url).rows(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND name LIKE '%bySearchTitle'")
        #expect(indexes.first?.first?.contains("ZSEARCHTITLE") == true)
    }

    @Test("DER-44 unsaved objects are asked for their old or initial value", arguments: Stack.Kind.allCases)
    func pendingChanges(_ kind: Stack.Kind) throws {
        let stage = try TodoStage(kind)
        stage["lamp"].setValue("Torch", forKey: "title")
        stage["chair"].setValue(stage["work"], forKey: "todolist")
        let new = stage.context.insert("Item", ["title": "New", "todolist": stage["home"]])
        #expect(try titles(stage, "searchTitle == 'lamp'") == ["Torch"])
        #expect(try titles(stage, "searchTitle == 'torch'").isEmpty)
        #expect(try titles(stage, "listName == 'Home'") == ["Torch", "CHAIR"])
        #expect(try titles(stage, "searchTitle == nil") == ["New"])
        #expect(try lists(stage.context, "count == 2") == ["Home"])
        new.setPrimitiveValue("initial", forKey: "searchTitle")
        #expect(try titles(stage, "searchTitle == 'initial'") == ["New"])
        try stage.context.save()
        #expect(try titles(stage, "searchTitle == 'torch'") == ["Torch"])
        #expect(try titles(stage, "searchTitle == 'new'") == ["New"])
        #expect(try titles(stage, "listName == 'Work'") == ["CHAIR", "Desk"])
        #expect(try lists(stage.context, "count == 2") == ["Home", "Work"])
    }
}
