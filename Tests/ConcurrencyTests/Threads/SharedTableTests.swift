// SPDX-License-Identifier: Apache-2.0
// What all contexts of a process share: tables of classes, entities, observers, cached rows; used by many threads, and
// for the first time by several at once.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A class that no other test uses.
final class FirstUsePerson: NSManagedObject {
    var name: String? {
        get { value(forKey: "firstName") as? String }
        set { setValue(newValue, forKey: "firstName") }
    }
}

@Suite("Tables that threads share") struct SharedTableTests {
    @Test("REL-15 a model is put to use by many threads at once")
    func firstUseOfModel() throws {
        for _ in 0..<20 {
            let model = FixtureModel.scenarios()
            try Crew.work(6) { number in
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
                try coordinator.addPersistentStore(
                    ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
                let context = NSManagedObjectContext(.privateQueue)
                context.persistentStoreCoordinator = coordinator
                try context.performAndWait {
                    context.insert("Person", ["firstName": "\(number)"])
                    try context.save()
                    #expect(try context.all("Person").count == 1)
                }
            }
        }
    }

    @Test("REL-15 a class meets its entity on many threads at once")
    func firstUseOfClass() throws {
        let stack = Passed(try Stack(.inMemory, FixtureModel.scenarios(["Person": FirstUsePerson.self])))
        let names = Collected<String?>()
        try Crew.work(6) { number in
            let context = stack.value.context()
            context.performAndWait {
                let person = FirstUsePerson(context: context)
                person.name = "\(number)"
                names.add(person.name)
            }
        }
        #expect(Set(names.all.compactMap(\.self)) == ["0", "1", "2", "3", "4", "5"])
    }

    @Test("REL-15 objects of many contexts are observed at a time")
    func observers() throws {
        let stack = Passed(try Stack(.inMemory))
        let told = Collected<Int>()
        try Crew.work(6) { number in
            let context = stack.value.context()
            for _ in 0..<100 {
                try context.performAndWait {
                    let person = context.insert("Person", ["firstName": "Ada"])
                    let observation = try person.observe("firstName") { _, _ in told.add(number) }
                    person.setValue("Eve", forKey: "firstName")
                    observation.invalidate()
                    person.setValue("Bob", forKey: "firstName")
                    context.delete(person)
                }
            }
        }
        #expect(told.all.count == 600)
    }

    @Test("REL-15 observations end on other threads than their objects live on")
    func endingObservations() throws {
        let stack = Passed(try Stack(.inMemory))
        let context = stack.value.context()
        let observations = Collected<Passed<NSKeyValueObservation>>()
        let person = context.performAndWait { Passed(context.insert("Person")) }
        try Crew.work(4) { number in
            for round in 0..<100 {
                if number < 2 {
                    try context.performAndWait {
                        observations.add(Passed(try person.value.observe("firstName") { _, _ in }))
                        person.value.setValue("\(round)", forKey: "firstName")
                    }
                } else if let last = observations.all.last {
                    last.value.invalidate()
                }
            }
        }
        for observation in observations.all { observation.value.invalidate() }
        #expect(observations.all.count == 200)
    }

    @Test("REL-15 cached rows are read, replaced and forgotten at a time", arguments: Stack.Kind.allCases)
    func rows(_ kind: Stack.Kind) throws {
        let stack = Passed(try Stack(kind))
        let maker = stack.value.context()
        let ids = try maker.performAndWait {
            let people = (0..<50).map { maker.insert("Person", ["firstName": "\($0)", "age": 0]) }
            try maker.save()
            return people.map(\.objectID)
        }
        try Crew.work(5) { number in
            let context = stack.value.context(.overwrite)
            context.stalenessInterval = number == 1 ? 0 : -1
            for round in 1..<20 {
                try context.performAndWait {
                    for id in ids {
                        let person = try context.existingObject(with: id)
                        #expect((0..<20).contains(person.value(forKey: "age") as? Int ?? -1))
                        if number == 0 { person.setValue(round, forKey: "age") }
                    }
                    try context.save()
                    context.refreshAllObjects()
                }
            }
        }
        let reader = stack.value.context()
        let ages = try reader.performAndWait {
            try reader.all("Person").map { $0.value(forKey: "age") as? Int }
        }
        #expect(ages == Array(repeating: 19, count: 50))
    }

    @Test("REL-15 predicates of one object are evaluated on many threads")
    func predicates() throws {
        let predicate = Passed(NSPredicate(format: "self LIKE 'a*' AND self MATCHES 'a[b-d]+'"))
        try Crew.work(6) { _ in
            for _ in 0..<200 {
                #expect(predicate.value.evaluate(with: "abcd"))
                #expect(!predicate.value.evaluate(with: "xyz"))
            }
        }
    }
}
