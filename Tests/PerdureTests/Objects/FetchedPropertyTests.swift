// SPDX-License-Identifier: Apache-2.0
// Fetched properties of objects. Those that cross stores are in Model/ConfigurationTests.swift.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Fetched properties")
struct FetchedPropertyTests {
    /// Person: name, city; neighbours are those of the same city, by name; similar ones are named in user info.
    private func desk(_ kind: Stack.Kind) throws -> Desk {
        let person = ModelSamples.entity(
            "Person", [ModelSamples.attribute("name"), ModelSamples.attribute("city")])
        person.properties += [
            fetched("neighbours", "city == $FETCH_SOURCE.city AND SELF != $FETCH_SOURCE"),
            fetched("namesakes", "name BEGINSWITH $FETCHED_PROPERTY.userInfo.start"),
        ]
        let boss = ModelSamples.entity("Boss", [ModelSamples.attribute("title")])
        person.subentities = [boss]
        let desk = try Desk(kind, ModelSamples.model(person, boss))
        for (name, city) in [("Bob", "London"), ("Ada", "London"), ("Eve", "Paris")] {
            desk.context.insert("Person", ["name": name, "city": city])
        }
        try desk.context.save()
        return desk
    }

    private func fetched(_ name: String, _ format: String) -> NSFetchedPropertyDescription {
        let property = NSFetchedPropertyDescription()
        property.name = name
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        property.fetchRequest = request
        return property
    }

    private func names(_ object: NSManagedObject, _ key: String) -> [String]? {
        (object.value(forKey: key) as? [NSManagedObject])?
            .compactMap { $0.value(forKey: "name") as? String }
    }

    private func person(_ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        try #require(try context.all("Person", "name == '\(name)'").first)
    }

    @Test("MOD-171 $FETCH_SOURCE is the owner, its values and itself", arguments: Stack.Kind.allCases)
    func source(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let reader = try desk.reader()
        #expect(names(try person("Ada", reader), "neighbours") == ["Bob"])
        #expect(names(try person("Eve", reader), "neighbours") == [])
    }

    @Test(
        "MOD-171 MOD-41 $FETCHED_PROPERTY.userInfo is read at each evaluation", arguments: Stack.Kind.allCases
    )
    func description(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let ada = try person("Ada", desk.context)
        let property = try #require(
            ada.entity.propertiesByName["namesakes"] as? NSFetchedPropertyDescription)
        property.userInfo = ["start": "E"]
        #expect(names(ada, "namesakes") == ["Eve"])
        property.userInfo = ["start": "B"]
        #expect(names(ada, "namesakes") == ["Eve"])
        desk.context.refresh(ada, mergeChanges: false)
        #expect(names(ada, "namesakes") == ["Bob"])
    }

    @Test(
        "MOD-172 the value is an array in the request's order, and read-only", arguments: Stack.Kind.allCases)
    func order(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let carl = desk.context.insert("Person", ["name": "Carl", "city": "London"])
        try desk.context.save()
        #expect(names(carl, "neighbours") == ["Ada", "Bob"])
        let reason = exceptionReason { try carl.trySetValue([carl], forKey: "neighbours") }
        #expect(reason.contains("\"neighbours\""))
        #expect(names(carl, "neighbours") == ["Ada", "Bob"])
    }

    @Test(
        "MOD-173 OBJ-42 fetched once, until the object is a fault or is refreshed",
        arguments: Stack.Kind.allCases)
    func caching(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let ada = try person("Ada", desk.context)
        #expect(names(ada, "neighbours") == ["Bob"])
        desk.context.insert("Person", ["name": "Carl", "city": "London"])
        try desk.context.save()
        #expect(names(ada, "neighbours") == ["Bob"])
        desk.context.refresh(ada, mergeChanges: true)
        #expect(names(ada, "neighbours") == ["Bob", "Carl"])
        desk.context.insert("Person", ["name": "Dan", "city": "London"])
        try desk.context.save()
        desk.context.refresh(ada, mergeChanges: false)
        #expect(names(ada, "neighbours") == ["Bob", "Carl", "Dan"])
    }

    @Test("MOD-175 reading is no change; nothing is stored or validated", arguments: Stack.Kind.allCases)
    func noChange(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let ada = try person("Ada", desk.context)
        _ = ada.value(forKey: "neighbours")
        #expect(!ada.hasChanges && ada.changedValues().isEmpty && !desk.context.hasChanges)
        #expect(ada.committedValues(forKeys: nil).keys.sorted() == ["city", "name"])
        ada.setValue("Ada L.", forKey: "name")
        try desk.context.save()
        #expect(ada.entity.propertiesByName["neighbours"]?.isTransient == false)
        if let url = desk.stack.url {
            let columns = try RawDatabase(url).rows("PRAGMA table_info(ZPERSON)").map { $0[1] }
            #expect(columns.sorted() == ["ZCITY", "ZNAME", "ZTITLE", "Z_ENT", "Z_OPT", "Z_PK"])
        }
    }

    @Test("MOD-177 subentities inherit fetched properties", arguments: Stack.Kind.allCases)
    func inheritance(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let boss = desk.context.insert("Boss", ["name": "Zoe", "city": "Paris", "title": "CEO"])
        try desk.context.save()
        #expect(names(boss, "neighbours") == ["Eve"])
        #expect(names(try person("Eve", desk.reader()), "neighbours") == ["Zoe"])
    }
}
