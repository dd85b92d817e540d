// SPDX-License-Identifier: Apache-2.0
// Sets and dictionaries in several contexts: MT-16 to MT-27.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Sets and dictionaries of several contexts")
struct CollectionTests {
    @Test("MT-16 SC-50 insertions unite", arguments: Stack.Kind.allCases)
    func unite(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a"] as Set])
        try stage[stage.a].insert("b")
        try stage[stage.b].insert("c")
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("tags") as? Set == ["a", "b", "c"])
        #expect(stage[stage.b].set() == ["a", "b", "c"])
    }

    @Test("MT-17 MRG-33 an insertion without effect is none", arguments: Stack.Kind.allCases)
    func withoutEffect(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a", "b"] as Set])
        try stage[stage.a].remove("a")
        try stage[stage.b].insert("a")
        #expect(stage[stage.b].pending("tags") == nil)
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("tags") as? Set == ["b"])
    }

    @Test("MT-18 what is not visible cannot be removed", arguments: Stack.Kind.allCases)
    func invisible(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        try stage[stage.a].insert("a")
        try stage.a.save()
        try stage[stage.b].remove("a")
        #expect(stage[stage.b].pending("tags") == nil)
        try stage.b.save()
        #expect(try stage.stored("tags") as? Set == ["a"])
    }

    @Test("MT-19 MRG-34 what others insert survives the removal of all", arguments: Stack.Kind.allCases)
    func removeAll(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a"] as Set])
        stage[stage.a].setValue(Set<String>(), forKey: "tags")
        try stage[stage.b].insert("b")
        try stage.b.save()
        try stage.a.save()
        #expect(try stage.stored("tags") as? Set == ["b"])
    }

    @Test("MT-20 MT-21 MRG-32 what comes and goes again is no change", arguments: Stack.Kind.allCases)
    func comesAndGoes(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a"] as Set])
        try stage[stage.a].insert("b")
        try stage[stage.a].remove("b")
        #expect(stage[stage.a].pending("tags") == nil)
        stage.a.processPendingChanges()
        try stage[stage.a].remove("a")
        stage.undo(stage.a)
        #expect(stage[stage.a].pending("tags") == nil)
        #expect(stage[stage.a].set() == ["a"])
    }

    @Test(
        "MT-22 MRG-78 undo of what somebody has taken back already does nothing",
        arguments: Stack.Kind.allCases)
    func undoneByOthers(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind)
        try stage[stage.a].insert("b")
        try stage.a.save()
        stage[stage.b].refresh()
        try stage[stage.b].remove("b")
        try stage.b.save()
        stage[stage.a].refresh()
        stage.undo(stage.a)
        #expect(stage[stage.a].pending("tags") == nil)
        #expect(!stage.a.hasChanges)
    }

    @Test("MRG-35 of an insertion and a removal the later commit decides", arguments: Stack.Kind.allCases)
    func later(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["tags": ["a"] as Set])
        try stage[stage.a].remove("a")
        stage[stage.b].setValue(Set<String>(), forKey: "tags")
        try stage.b.save()
        try stage[stage.b].insert("a")
        try stage.b.save()
        #expect(try stage.stored("tags") as? Set == ["a"])
        try stage.a.save()
        #expect((try stage.stored("tags") as? Set<String>)?.isEmpty == true)
    }

    @Test("MT-23 SC-50 changes of different keys unite", arguments: Stack.Kind.allCases)
    func keysUnite(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["x": 1]])
        try stage[stage.a].put(2, "y")
        try stage[stage.b].put(3, "z")
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("settings") as? [String: Int] == ["x": 1, "y": 2, "z": 3])
    }

    @Test("MT-24 of one key the later commit decides", arguments: Stack.Kind.allCases)
    func sameKey(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["x": 1]])
        try stage[stage.a].put(2, "x")
        try stage[stage.b].put(3, "x")
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("settings") as? [String: Int] == ["x": 3])
    }

    @Test(
        "MT-25 MRG-45 MRG-143 nil removes a key; what is empty is stored as nil",
        arguments: Stack.Kind.allCases)
    func emptied(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["x": 1]])
        try stage[stage.a].put(nil, "x")
        try stage.a.save()
        #expect(stage[stage.a].entries() == [:])
        #expect((try stage.stored("settings") as? [String: Int])?.isEmpty == true)
        if let url = stage.stack.url {
            #expect(try RawDatabase(url).value("SELECT typeof(ZSETTINGS) FROM ZACCOUNT") == "null")
        }
    }

    @Test(
        "MT-26 MRG-72 a failed save and a refresh keep the key that was set", arguments: Stack.Kind.allCases)
    func keptKey(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["x": 1], "owner": "o"])
        try stage[stage.a].put(2, "x")
        stage[stage.a].setValue("A", forKey: "owner")
        stage[stage.b].setValue("B", forKey: "owner")
        try stage[stage.b].put(9, "x")
        try stage[stage.b].put(1, "y")
        try stage.b.save()
        #expect(code { try stage.a.save() } == NSManagedObjectMergeError)
        stage[stage.a].refresh()
        #expect(stage[stage.a].entries() == ["x": 2, "y": 1])
    }

    @Test("MT-27 MRG-41 numbers in dictionaries count", arguments: Stack.Kind.allCases)
    func numbers(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["hits": 4]])
        try stage[stage.a].apply(.increment("hits", by: 1), forKey: "settings")
        try stage[stage.b].apply(.increment("hits", by: 2), forKey: "settings")
        try stage.a.save()
        try stage.b.save()
        #expect(try stage.stored("settings") as? [String: Int] == ["hits": 7])
        stage.undo(stage.a)
        try stage.a.save()
        #expect(try stage.stored("settings") as? [String: Int] == ["hits": 6])
    }

    @Test("MRG-41 a number cannot be added to a text, here or in the store", arguments: Stack.Kind.allCases)
    func noNumber(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["settings": ["hits": 4, "name": "n"] as [String: Any]])
        #expect(throws: CoreDataException.self) {
            try stage[stage.a].apply(.increment("name", by: 1), forKey: "settings")
        }
        try stage[stage.a].apply(.increment("hits", by: 1), forKey: "settings")
        try stage[stage.b].put("many", "hits")
        try stage.b.save()
        #expect(code { try stage.a.save() } == NSManagedObjectValidationError)
        #expect((try stage.stored("settings") as? [String: Any])?["hits"] as? String == "many")
        #expect(stage[stage.a].pending("settings") == "[hits: +1]")
    }
}
