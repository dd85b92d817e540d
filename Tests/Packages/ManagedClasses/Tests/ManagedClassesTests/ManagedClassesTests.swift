// SPDX-License-Identifier: Apache-2.0
// Hand-written @NSManaged classes of another module at run time: every attribute type, relationships, keys.

import CoreData
import Foundation
import Shop
import Testing

/// Hand-written classes, from another module.
@Suite struct ManagedClassesTests {
    private func context(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: URL(fileURLWithPath: "/dev/null"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func shopContext() throws -> NSManagedObjectContext { try context(try ShopModel.load()) }

    @Test("MRG-60 attributes that merge are typed by hand, and have handles by name")
    func merging() throws {
        let context = try shopContext()
        try context.performAndWait {
            let person = Person(context: context)
            #expect(person.visits == 0 && person.nicknames == [] && person.settings.isEmpty)
            person.visits = 4
            try person.counter(forKey: "visits").increment()
            person.nicknames = ["a"]
            try person.mergeableSet(forKey: "nicknames").insert("b")
            person.settings = ["k": 1]
            try person.mergeableDictionary(forKey: "settings").increment("k")
            #expect(person.visits == 5)
            #expect(person.nicknames == ["a", "b"])
            #expect(person.settings["k"] as? Int == 2)
        }
    }

    @Test(
        "PRG-8 PRG-9 classes of a library are found by bare names; a property may have any type of Foundation's"
    )
    func bareNames() throws {
        let event = NSAttributeDescription()
        event.name = "lastEvent"
        event.attributeType = .transformableAttributeType
        event.isTransient = true
        event.isOptional = true
        let entities = ["Stall", "Booth"].map { name in
            let entity = NSEntityDescription()
            entity.name = name
            entity.managedObjectClassName = name
            return entity
        }
        entities[0].properties = [event]
        let model = NSManagedObjectModel()
        model.entities = entities
        let context = try context(model)
        context.performAndWait {
            let stall = Stall(context: context)
            stall.lastEvent = Notification(name: Notification.Name("opened"))
            #expect(stall.lastEvent?.name.rawValue == "opened")
            let booth = NSEntityDescription.insertNewObject(forEntityName: "Booth", into: context)
            #expect(String(describing: type(of: booth)) == "Booth")
        }
    }

    /// Sets each attribute to a value that is not its default.
    private func setAll(of gadget: Gadget, code: UUID) {
        gadget.code = code
        gadget.contents = Data([1, 2])
        gadget.count16 = -3
        gadget.count16 += 1
        gadget.count32 = 70_000
        gadget.count64 = .max
        gadget.countOfAll = 12
        gadget.grade = .high
        gadget.height = 1.5
        gadget.isNew = true
        gadget.link = URL(string: "https://example.org/a")
        gadget.madeAt = Date(timeIntervalSinceReferenceDate: 5)
        gadget.marks = [.red, .blue]
        gadget.maybe = 7
        gadget.note = ["a": 1]
        gadget.number = 2.25
        gadget.price = NSDecimalNumber(string: "1.99")
        gadget.seenAt = 100
        gadget.tags = ["x", "y"]
        gadget.title = "Größe"
        gadget.total = Decimal(string: "12.5") ?? 0
        gadget.unit = .kilogram
    }

    /// Expects what `setAll` has set, and two weights beside it.
    private func expectAll(of gadget: Gadget, code: UUID) {
        #expect(gadget.code == code)
        #expect(gadget.contents == Data([1, 2]))
        #expect(gadget.count16 == -2 && gadget.count32 == 70_000 && gadget.count64 == .max)
        #expect(gadget.countOfAll == 12)
        #expect(gadget.grade == .high)
        #expect(gadget.height == 1.5 && gadget.isNew)
        #expect(gadget.link == URL(string: "https://example.org/a"))
        #expect(gadget.madeAt == Date(timeIntervalSinceReferenceDate: 5))
        #expect(gadget.marks == [.red, .blue])
        #expect(gadget.maybe == 7)
        #expect(gadget.number == 2.25)
        #expect(gadget.price == NSDecimalNumber(string: "1.99"))
        #expect(gadget.seenAt == 100)
        #expect(gadget.tags?.count == 2 && gadget.tags?[1] as? String == "y")
        #expect(gadget.title == "Größe")
        #expect(gadget.total == Decimal(string: "12.5"))
        #expect(gadget.unit == .kilogram)
        #expect(gadget.weight == 3.5)
    }

    @Test("MOD-190 attributes of every type are read and set")
    func attributes() throws {
        let context = try shopContext()
        try context.performAndWait {
            let gadget = Gadget(context: context)
            #expect(gadget.code == nil && gadget.contents == Data() && gadget.title == "")
            #expect(gadget.maybe == nil && gadget.grade == .low && gadget.marks == [] && gadget.unit == nil)
            let code = UUID()
            setAll(of: gadget, code: code)
            #expect(gadget.weigh(2.5) == 1)
            #expect(gadget.weigh(1) == 2)
            #expect(gadget.note?["a"] as? Int == 1)
            try context.save()
            context.refresh(gadget, mergeChanges: false)
            #expect(gadget.isFault)
            expectAll(of: gadget, code: code)
        }
    }

    @Test("MOD-190 accessors and key-value coding have the same effect")
    func keyValueCoding() throws {
        let context = try shopContext()
        try context.performAndWait {
            let gadget = SpecialGadget(context: context)
            gadget.bonus = 4
            gadget.count16 = 5
            gadget.setValue("Lamp", forKey: "title")
            #expect(gadget.value(forKey: "bonus") as? Int == 4)
            #expect(gadget.value(forKey: "count16") as? Int16 == 5)
            #expect(gadget.title == "Lamp")
            #expect(gadget.shout == "LAMP")
            #expect(gadget.value(forKey: "shout") as? String == "LAMP")
            gadget.setValue("DESK", forKey: "shout")
            #expect(gadget.title == "desk")
            #expect(gadget.hasChanges)
            try context.save()
            gadget.title = "desk"
            gadget.maybe = nil
            #expect(gadget.value(forKey: "maybe") == nil)
        }
    }

    @Test("MOD-190 to-one, to-many and ordered relationships keep their inverses")
    func relationships() throws {
        let context = try shopContext()
        try context.performAndWait {
            let people = (0..<4).map { _ in Person(context: context) }
            people[0].boss = people[1]
            #expect(people[1].reports == NSSet(object: people[0]))
            people[1].addToReports(people[2])
            people[1].addToReports(NSSet(object: people[3]))
            #expect(people[3].boss === people[1])
            people[1].removeFromReports(people[0])
            people[1].removeFromReports(NSSet(object: people[2]))
            #expect(people[1].reports?.count == 1 && people[0].boss == nil)
            people[0].friends = [people[1], people[2]]
            #expect(people[1].friends == [people[0]])
            people[0].addToFriends([people[3]])
            #expect(people[0].friends.count == 3)
            #expect(people[0].born == nil)
            people[0].born = Date(timeIntervalSinceReferenceDate: 1)
            try context.save()
            context.refresh(people[0], mergeChanges: false)
            #expect(people[0].friends.count == 3)
            #expect(people[0].born == Date(timeIntervalSinceReferenceDate: 1))
        }
    }

    @Test("MOD-190 the methods of an ordered relationship")
    func orderedMethods() throws {
        let context = try shopContext()
        context.performAndWait {
            let person = Person(context: context)
            let tasks = "abcdef".map { letter in
                let task = Job.Task(context: context)
                task.title = String(letter)
                return task
            }
            func titles() -> String { person.tasks.compactMap { ($0 as? Job.Task)?.title }.joined() }
            person.addToTasks(tasks[0])
            person.addToTasks(NSOrderedSet(array: [tasks[1], tasks[2]]))
            #expect(titles() == "abc")
            person.insertIntoTasks(tasks[3], at: 1)
            #expect(titles() == "adbc")
            person.insertIntoTasks(
                [tasks[4], tasks[5]], at: NSIndexSet(indexesIn: NSRange(location: 0, length: 2)))
            #expect(titles() == "efadbc")
            person.removeFromTasks(at: 0)
            person.removeFromTasks(tasks[3])
            #expect(titles() == "fabc" && tasks[3].owner == nil)
            person.replaceTasks(at: 1, with: tasks[3])
            #expect(titles() == "fdbc")
            person.replaceTasks(at: NSIndexSet(index: 0), with: [tasks[0]])
            #expect(titles() == "adbc")
            person.removeFromTasks(at: NSIndexSet(indexesIn: NSRange(location: 1, length: 2)))
            person.removeFromTasks(NSOrderedSet(object: tasks[0]))
            #expect(titles() == "c" && tasks[2].owner === person)
        }
    }

    @Test("MOD-190 primitive values are set without a dirty mark")
    func primitives() throws {
        let context = try shopContext()
        try context.performAndWait {
            let person = Person(context: context)
            person.name = "Ann"
            person.lastName = "Lee"
            try context.save()
            #expect(person.renameSilently("Bea") == "Bea")
            #expect(!person.hasChanges)
            #expect(person.fullName == "Bea Lee")
            #expect(person.value(forKey: "fullName") as? String == "Bea Lee")
            let task = Job.Task(context: context)
            task.primitiveTitle = "t"
            #expect(task.title == "t")
        }
    }

    @Test("classes whose model is made in code have accessors by key")
    func modelInCode() throws {
        let context = try context(makeNoteModel())
        try context.performAndWait {
            let note = Note(context: context)
            let (child, page, other) = (
                Note(context: context), Page(context: context), Page(context: context)
            )
            #expect(note.createdAt == Date(timeIntervalSinceReferenceDate: 0) && note.size == 0)
            note.createdAt = Date(timeIntervalSinceReferenceDate: 9)
            note.size = 3
            note.size *= 2
            note.text = "hello"
            note.grade = .middle
            note.label = "x"
            note.addToChildren(child)
            note.addToPages(page)
            note.insertIntoPages(other, at: 0)
            #expect(note.pages == [other, page] && child.parent === note)
            note.removeFromPages(at: 1)
            #expect(note.pages == [other] && page.note == nil)
            try context.save()
            context.refresh(note, mergeChanges: false)
            #expect(note.createdAt == Date(timeIntervalSinceReferenceDate: 9))
            #expect(note.size == 6 && note.text == "hello" && note.grade == .middle)
            #expect(note.primitiveText == "hello")
            #expect(note.label == "[x]")
            #expect(note.children == [child] && note.pages == [other])
            note.removeFromChildren(NSSet(object: child))
            #expect(note.children.isEmpty && child.parent == nil)
            page.note = note
            #expect(note.pages == [other, page])
        }
    }

    @Test("key paths of hand-written classes have names")
    func keyPaths() throws {
        let context = try shopContext()
        try context.performAndWait {
            for title in ["b", "a", "c"] { Gadget(context: context).title = title }
            try context.save()
            let request = NSFetchRequest<Gadget>(entityName: "Gadget")
            request.sortDescriptors = [NSSortDescriptor(key: try Gadget.key(for: \.title), ascending: false)]
            #expect(try context.fetch(request).map(\.title) == ["c", "b", "a"])
            #expect(try SpecialGadget.key(for: \.title) == "title")
        }
    }
}
