// SPDX-License-Identifier: Apache-2.0
// Derived attributes in migrations on a server: their values are those of all rows, and triggers go on from there.

#if PostgreSQL
import Foundation
import PerdurePostgreSQL
import PerdureStore
import PerdureStoreConformance
import PerdureTestSupport
import Testing

@Suite("PostgreSQL: migration of derived attributes", .enabled(if: TestStores.isThere, TestStores.advice))
struct ServerDerivedMigrationTests {
    /// The model of owners without what is derived.
    private func plainModel() throws -> [EntityDefinition] {
        try OwnersModel.entities().map { entity in
            var entity = entity
            entity.properties.removeAll { Self.isDerived($0) }
            return entity
        }
    }

    private static func isDerived(_ property: PropertyDefinition) -> Bool {
        guard case .attribute(let attribute) = property.kind else { return false }
        return attribute.derivation != nil
    }

    /// Two owners, one with three members of which two have a tag; one without any.
    private func fill(_ engine: PostgreSQLEngine) throws {
        let owner = try engine.insert("Owner", ["name": .string("Weiß")])
        try engine.insert("Owner", ["name": .string("Plain")])
        let tag = try engine.insert("Tag", ["name": .string("t")])
        let store = EngineUnderTest(engine)
        for points in [5, -2, 9] as [Int64] {
            let member = try engine.insert(
                "Member", ["points": .integer(points), "owner": .reference(owner)])
            guard points > 0 else { continue }
            var changes = ChangeSet()
            let slot = try store.slot("Member", "tags")
            let lists = store.schema[member.entity].properties[slot].relationship?.listsLinks == true
            changes.links = [
                lists ? try store.link(member, "tags", tag) : try store.link(tag, "members", member)
            ]
            try store.commit(changes)
        }
    }

    private func audit(_ engine: PostgreSQLEngine) throws {
        try OwnersAudit(EngineUnderTest(engine)).check()
    }

    @Test(
        "DER-45 derived attributes that a version adds are computed for all rows, and kept by triggers then")
    func added() throws {
        let store = ServerVersions()
        let (old, new) = (try plainModel(), try OwnersModel.entities())
        try store.open(old) { try fill($0) }
        try store.migrate(old, new) { engine in
            try audit(engine)
            #expect(try engine.values("Owner", "search") == [.string("weiss"), .string("plain")])
            #expect(try engine.values("Member", "loud") == .init(repeating: .string("WEISS"), count: 3))
            #expect(try engine.values("Owner", "touched").allSatisfy { !$0.isNull })
            try fill(engine)
            try audit(engine)
        }
        #expect(try store.shape().symmetricDifference(ServerVersions.shape(of: new)) == [])
        #expect(try store.rows("SELECT count(*) FROM @.perdure_computed") == ["0"])
    }

    @Test("DER-46 another expression gives other values and triggers; a time that is there stays")
    func changed() throws {
        let store = ServerVersions()
        let old = try OwnersModel.entities()
        var new = old
        let place = try #require(new[0].properties.firstIndex { $0.name == "total" })
        new[0].properties[place] = try OwnersModel.derived("total", .integer64, "members.@min.points")
        try store.open(old) { try fill($0) }
        let times = try store.rows("SELECT touched FROM @.owner ORDER BY id")
        try store.migrate(old, new) { engine in
            #expect(try engine.values("Owner", "total") == [.integer(-2), .null])
            let owner = try engine.insert("Owner")
            try engine.insert("Member", ["points": .integer(4), "owner": .reference(owner)])
            #expect(try engine.values("Owner", "total") == [.integer(-2), .null, .integer(4)])
        }
        #expect(try store.rows("SELECT touched FROM @.owner ORDER BY id LIMIT 2") == times)
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }

    @Test("DER-46 a version that only adds a column leaves triggers and values as they are")
    func untouched() throws {
        let store = ServerVersions()
        let old = try OwnersModel.entities()
        var new = old
        new[1].properties.append(OwnersModel.plain("note", .string))
        try store.open(old) { try fill($0) }
        let triggers =
            "SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal AND tgrelid::regclass::text LIKE '%@%' ORDER BY oid"
        let before = try store.rows(triggers.replacing("%@%", with: "%\(store.namespace)%"))
        #expect(!before.isEmpty)
        try store.migrate(old, new) { engine in
            try audit(engine)
            try fill(engine)
            try audit(engine)
        }
        #expect(try store.rows(triggers.replacing("%@%", with: "%\(store.namespace)%")) == before)
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }

    @Test("PG-144 a sum that does not fit is named, and the store has its old version with all values")
    func overflow() throws {
        let store = ServerVersions()
        let (old, new) = (try plainModel(), try OwnersModel.entities())
        try store.open(old) { engine in
            let owner = try engine.insert("Owner")
            for _ in 0..<2 {
                try engine.insert("Member", ["points": .integer(.max), "owner": .reference(owner)])
            }
        }
        let before = (try store.open(old) { try StoredGraph($0) }, try store.shape())
        let error = #expect(throws: StoreError.self) { try store.migrate(old, new) { _ in } }
        guard case .invalidValue("Owner", "total", _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.open(old) { try StoredGraph($0) } == before.0)
        #expect(try store.shape() == before.1)
    }

    @Test("DER-46 an attribute that is plain from now on keeps its values, and nothing computes them")
    func plain() throws {
        let store = ServerVersions()
        let old = try OwnersModel.entities()
        let new = old.map { entity in
            var entity = entity
            entity.properties = entity.properties.map { property in
                guard Self.isDerived(property), case .attribute(let attribute) = property.kind else {
                    return property
                }
                return OwnersModel.plain(property.name, attribute.type)
            }
            return entity
        }
        try store.open(old) { try fill($0) }
        try store.migrate(old, new) { engine in
            #expect(try engine.values("Owner", "total") == [.integer(12), .integer(0)])
            let key = try engine.insert("Owner", ["total": .integer(3)])
            try engine.insert("Member", ["points": .integer(4), "owner": .reference(key)])
            #expect(try engine.values("Owner", "total").last == .integer(3))
        }
        #expect(try store.shape() == ServerVersions.shape(of: new))
    }
}
#endif
