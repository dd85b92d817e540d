// SPDX-License-Identifier: Apache-2.0
// What relationships take as values, how many, and where they live.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Values of relationships")
struct RelationshipRuleTests {
    private func desk(_ kind: Stack.Kind = .inMemory, change: (NSManagedObjectModel) -> Void = { _ in })
        throws
        -> Desk
    {
        let model = NSManagedObjectModel(
            EntitySketch(
                "Team", .attribute("name"), .toMany("members", "Person", inverse: "team"),
                .toMany("queue", "Person", inverse: "queues", isOrdered: true)),
            EntitySketch(
                "Person", .attribute("name"), .toOne("team", "Team", inverse: "members"),
                .toMany("queues", "Team", inverse: "queue")),
            EntitySketch("Boss", parent: "Person", .attribute("title")),
            EntitySketch("Tag", .attribute("name")))
        change(model)
        return try Desk(kind, model)
    }

    @Test(
        "MOD-154 the destination may be of a subentity, and of no other entity",
        arguments: Stack.Kind.allCases)
    func destinations(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let team = desk.context.insert("Team")
        let boss = desk.context.insert("Boss", ["title": "CEO"])
        let tag = desk.context.insert("Tag")
        team.setValue(Set([boss]), forKey: "members")
        for (object, key) in [(boss, "team"), (team, "members")] {
            let value: Any = key == "team" ? tag : Set([tag])
            let reason = exceptionReason { try object.trySetValue(value, forKey: key) }
            #expect(reason.hasPrefix("Unacceptable type of value for to-\(key == "team" ? "one" : "many")"))
            #expect(reason.contains("property = \"\(key)\"; desired type = "))
            #expect(reason.contains("given type = ") && reason.contains("value = "))
        }
        let reason = exceptionReason { try boss.trySetValue("Sales", forKey: "team") }
        #expect(reason.contains("desired type = Team; given type = String"))
        try desk.context.save()
        let members = try desk.saved("Team").value(forKey: "members") as? Set<NSManagedObject>
        #expect(members?.first?.entity.name == "Boss")
    }

    @Test("MOD-155 the destination must be in the same context")
    func contexts() throws {
        let desk = try desk()
        let team = desk.context.insert("Team")
        let other = desk.neighbour()
        let person = other.insert("Person")
        let reason = exceptionReason { try person.trySetValue(team, forKey: "team") }
        #expect(
            reason.hasPrefix(
                "Illegal attempt to establish a relationship 'team' between objects in different contexts "
                    + "(source = "))
        #expect(reason.contains("destination = "))
        #expect(person.value(forKey: "team") == nil)
        let back = exceptionReason { try team.trySetValue(Set([person]), forKey: "members") }
        #expect(back.contains("'members'"))
    }

    @Test(
        "MOD-158 collections are sets or ordered sets, and empty ones are not nil",
        arguments: Stack.Kind.allCases)
    func collections(kind: Stack.Kind) throws {
        let desk = try desk(kind)
        let team = desk.context.insert("Team")
        func check(_ team: NSManagedObject, _ count: Int) throws {
            #expect(try #require(team.value(forKey: "members") as? NSSet).count == count)
            let queue = try #require(team.value(forKey: "queue") as? NSOrderedSet)
            #expect(queue.count == count)
            #expect(!(team.value(forKey: "members") is NSOrderedSet))
        }
        try check(team, 0)
        try desk.context.save()
        try check(desk.saved("Team"), 0)
        let people = ["a", "b"].map { desk.context.insert("Person", ["name": $0]) }
        team.setValue(NSSet(array: people), forKey: "members")
        team.setValue(NSOrderedSet(array: people), forKey: "queue")
        try desk.context.save()
        try check(desk.saved("Team"), 2)
        team.setValue(nil, forKey: "members")
        team.setValue(nil, forKey: "queue")
        try check(team, 0)
    }

    @Test(
        "MOD-159 fewer than minCount is 1580, more than maxCount 1590; an empty optional one passes",
        arguments: [(0, nil), (1, 1580), (2, nil), (3, nil), (4, 1590)])
    func counts(count: Int, code: Int?) throws {
        let desk = try desk {
            let members = $0.entitiesByName["Team"]?.relationshipsByName["members"]
            members?.minCount = 2
            members?.maxCount = 3
        }
        let people = (0..<count).map { desk.context.insert("Person", ["name": "\($0)"]) }
        desk.context.insert("Team", ["members": NSSet(array: people)])
        let error = desk.saveError()
        #expect(error?.code == code)
        if code != nil { #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "members") }
    }

    @Test(
        "PRG-30 a missing mandatory to-one is 1570, an empty mandatory to-many 1580 when it has a minCount, else valid",
        arguments: [("Person", "team", 0, 1570), ("Team", "members", 1, 1580), ("Team", "members", 0, nil)])
    func mandatory(entity: String, key: String, minCount: Int, code: Int?) throws {
        let desk = try desk {
            let relationship = $0.entitiesByName[entity]?.relationshipsByName[key]
            relationship?.isOptional = false
            relationship?.minCount = minCount
        }
        desk.context.insert(entity)
        let error = desk.saveError()
        #expect(error?.code == code)
        if code != nil { #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key) }
    }

    @Test(
        "MOD-161 TRN-7 TRN-140 a transient relationship lives in memory, inverse included, and is not stored",
        arguments: Stack.Kind.allCases)
    func transients(kind: Stack.Kind) throws {
        let desk = try desk(kind) {
            $0.entitiesByName["Team"]?.relationshipsByName["members"]?.isTransient = true
            $0.entitiesByName["Person"]?.relationshipsByName["team"]?.isTransient = true
        }
        let team = desk.context.insert("Team", ["name": "A"])
        let person = desk.context.insert("Person", ["name": "Ada"])
        try desk.context.save()
        person.setValue(team, forKey: "team")
        #expect(team.value(forKey: "members") as? Set<NSManagedObject> == [person])
        #expect(person.hasChanges && team.hasChanges && person.changedValues().isEmpty)
        try desk.context.save()
        #expect(person.value(forKey: "team") as? NSManagedObject === team)
        #expect(team.value(forKey: "members") as? Set<NSManagedObject> == [person])
        #expect(try desk.saved("Person").value(forKey: "team") == nil)
        #expect((try desk.saved("Team").value(forKey: "members") as? NSSet)?.count == 0)
        if let url = desk.stack.url {
            let columns = try RawDatabase(url).rows("PRAGMA table_info(ZPERSON)").map { $0[1] }
            #expect(!columns.contains("ZTEAM"))
        }
        desk.context.refresh(person, mergeChanges: false)
        #expect(person.value(forKey: "team") == nil)
    }

    @Test(
        "OBJ-158 delete rules act on transient relationships",
        arguments: [NSDeleteRule.cascadeDeleteRule, .nullifyDeleteRule])
    func transientRules(rule: NSDeleteRule) throws {
        let desk = try desk {
            $0.entitiesByName["Team"]?.relationshipsByName["members"]?.isTransient = true
            $0.entitiesByName["Team"]?.relationshipsByName["members"]?.deleteRule = rule
            $0.entitiesByName["Person"]?.relationshipsByName["team"]?.isTransient = true
        }
        let team = desk.context.insert("Team", ["name": "A"])
        let person = desk.context.insert("Person", ["name": "Ada"])
        try desk.context.save()
        person.setValue(team, forKey: "team")
        desk.context.delete(team)
        desk.context.processPendingChanges()
        #expect(person.isDeleted == (rule == .cascadeDeleteRule))
        if rule == .nullifyDeleteRule { #expect(person.value(forKey: "team") == nil) }
        try desk.context.save()
        #expect(try desk.reader().all("Person").count == (rule == .cascadeDeleteRule ? 0 : 1))
    }

    @Test("MOD-162 noAction leaves the reference dangling, in the object and in the row")
    func dangling() throws {
        let desk = try desk(.sqlite) {
            $0.entitiesByName["Team"]?.relationshipsByName["members"]?.deleteRule = .noActionDeleteRule
        }
        let team = desk.context.insert("Team", ["name": "A"])
        let person = desk.context.insert("Person", ["name": "Ada", "team": team])
        try desk.context.save()
        let key = try desk.raw("SELECT Z_PK FROM ZTEAM")
        desk.context.delete(team)
        try desk.context.save()
        #expect(!person.hasChanges)
        #expect(
            try desk.raw("SELECT ZTEAM FROM ZPERSON") == key && desk.raw("SELECT count(*) FROM ZTEAM") == "0")
        let dangling = try #require(try desk.saved("Person").value(forKey: "team") as? NSManagedObject)
        #expect(dangling.isFault && dangling.value(forKey: "name") == nil && dangling.isDeleted)
    }
}
