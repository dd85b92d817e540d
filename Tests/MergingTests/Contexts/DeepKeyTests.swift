// SPDX-License-Identifier: Apache-2.0
// Dictionaries whose keys are paths into nested ones (MRG-46), in several contexts.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Deep dictionaries of several contexts")
struct DeepKeyTests {
    private func stage(_ kind: Stack.Kind, _ settings: [String: Any]) throws -> AccountStage {
        try AccountStage(kind, ["settings": settings], ["settings": { $0.isDeep = true }])
    }

    private func expect(
        _ value: Any?, _ expected: [String: Any], at location: SourceLocation = #_sourceLocation
    ) throws {
        let value = try #require(value as? [String: Any], sourceLocation: location)
        #expect(
            NSDictionary(dictionary: value) == NSDictionary(dictionary: expected), "\(value)",
            sourceLocation: location)
    }

    @Test(
        "MRG-46 two contexts change different keys of one nested dictionary", arguments: Stack.Kind.allCases)
    func siblings(_ kind: Stack.Kind) throws {
        let stage = try stage(kind, ["window": ["title": "a", "width": 1]])
        try stage[stage.a].mergeableDictionary(forKey: "settings")["window.width"] = 2
        stage[stage.b].setValue(["window": ["title": "b", "width": 1, "x": 5]], forKey: "settings")
        try stage.a.save()
        try stage.b.save()
        try expect(stage.stored("settings"), ["window": ["title": "b", "width": 2, "x": 5]])
        let read = try stage[stage.b].mergeableDictionary(forKey: "settings")
        #expect(read["window.width"] as? Int == 2)
    }

    @Test(
        "MRG-46 MRG-77 undo after both saved takes back one key, and what others did stays",
        arguments: Stack.Kind.allCases)
    func undo(_ kind: Stack.Kind) throws {
        let stage = try stage(kind, ["window": ["title": "a", "width": 1]])
        try stage[stage.a].mergeableDictionary(forKey: "settings")["window.title"] = "c"
        try stage.a.save()
        try stage[stage.b].mergeableDictionary(forKey: "settings").increment("window.width", by: 4)
        try stage.b.save()
        stage.a.undoManager?.undo()
        try stage.a.save()
        try expect(stage.stored("settings"), ["window": ["title": "a", "width": 5]])
    }

    @Test(
        "MRG-46 MRG-141 a save through what another made no dictionary fails with 1550, and nothing is written",
        arguments: Stack.Kind.allCases)
    func through(_ kind: Stack.Kind) throws {
        let stage = try stage(kind, ["window": ["title": "a"]])
        try stage[stage.a].mergeableDictionary(forKey: "settings")["window.width"] = 2
        try stage[stage.b].mergeableDictionary(forKey: "settings")["window"] = "none"
        try stage.b.save()
        let error = #expect(throws: (any Error).self) { try stage.a.save() }
        #expect((error as? NSError)?.code == 1550)
        try expect(stage.stored("settings"), ["window": "none"])
    }
}
