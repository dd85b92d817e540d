// SPDX-License-Identifier: Apache-2.0
// Values that are replaced as a whole: MT-29 to MT-34.

import Foundation
import Perdure
import PerdurePatterns
import PerdureTestSupport
import Synchronization
import Testing

@Suite("Mergeable values of several contexts")
struct ValueTests {
    /// A and B both replace red; B saves first.
    private func replaced(
        _ kind: Stack.Kind, _ resolution: MergeConflictResolution, policy: NSMergePolicy = .error,
        merge: (@Sendable (Any?, Any?, Any?) -> Any?)? = nil
    ) throws -> AccountStage {
        let stage = try AccountStage(
            kind, ["color": "red"], policy: policy,
            [
                "color": {
                    $0.conflictResolution = resolution
                    $0.merge = merge
                }
            ])
        stage[stage.a].setValue("green", forKey: "color")
        stage[stage.b].setValue("blue", forKey: "color")
        try stage.b.save()
        return stage
    }

    @Test("MT-29 MRG-53 the later commit counts", arguments: Stack.Kind.allCases)
    func mine(_ kind: Stack.Kind) throws {
        let stage = try replaced(kind, .mine)
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "green")
    }

    @Test("MT-30 MRG-53 or the earlier one, which the later takes over", arguments: Stack.Kind.allCases)
    func theirs(_ kind: Stack.Kind) throws {
        let stage = try replaced(kind, .theirs)
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "blue")
        #expect(stage[stage.a].value(forKey: "color") as? String == "blue")
        #expect(stage[stage.a].pending("color") == nil)
        // Nobody was in between: it counts.
        stage[stage.a].setValue("white", forKey: "color")
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "white")
    }

    @Test("MT-31 MRG-53 or neither: a version conflict", arguments: Stack.Kind.allCases)
    func error(_ kind: Stack.Kind) throws {
        let stage = try replaced(kind, .error)
        #expect(code { try stage.a.save() } == NSManagedObjectMergeError)
        #expect(try stage.stored("color") as? String == "blue")
        #expect(stage[stage.a].value(forKey: "color") as? String == "green")
        try stage.a.saveRetrying(maxAttempts: 2)
        #expect(try stage.stored("color") as? String == "green")
    }

    @Test(
        "MRG-53 a merge policy settles the version conflict of a value, also where a function is missing",
        arguments: [
            (NSMergePolicy.mergeByPropertyObjectTrump, "green"), (.mergeByPropertyStoreTrump, "blue"),
            (.overwrite, "green"), (.rollback, "blue"),
        ], Stack.Kind.allCases)
    func policies(_ policy: (NSMergePolicy, String), _ kind: Stack.Kind) throws {
        for resolution in [MergeConflictResolution.error, .merge] {
            let stage = try replaced(kind, resolution, policy: policy.0)
            try stage.a.save()
            #expect(try stage.stored("color") as? String == policy.1, "\(resolution)")
            #expect(stage[stage.a].value(forKey: "color") as? String == policy.1)
            #expect(stage[stage.a].pending("color") == nil)
        }
    }

    @Test("MRG-53 or a function makes one of both", arguments: Stack.Kind.allCases)
    func function(_ kind: Stack.Kind) throws {
        let stage = try replaced(kind, .merge) { base, mine, theirs in
            [base, mine, theirs].map { $0 as? String ?? "-" }.joined(separator: " ")
        }
        try stage[stage.a].add(1)
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "red green blue")
        #expect(stage[stage.a].value(forKey: "color") as? String == "red green blue")
        #expect(try stage.stored("likes") as? Int == 1)
    }

    @Test("MRG-53 the function and a conflict of plain values go together", arguments: Stack.Kind.allCases)
    func functionBesideConflict(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(
            kind, ["color": "red", "owner": "o"], policy: .error,
            [
                "color": {
                    $0.conflictResolution = .merge
                    $0.merge = { _, mine, theirs in "\(mine ?? "")+\(theirs ?? "")" }
                }
            ])
        stage[stage.a].setValuesForKeys(["color": "green", "owner": "A"])
        stage[stage.b].setValuesForKeys(["color": "blue", "owner": "B"])
        try stage.b.save()
        #expect(code { try stage.a.save() } == NSManagedObjectMergeError)
        #expect(stage[stage.a].value(forKey: "color") as? String == "green")
        #expect(stage[stage.a].pending("color") == "=string(\"green\")")
        stage.a.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
        try stage.a.save()
        #expect(try stage.stored("color") as? String == "green+blue")
        #expect(try stage.stored("owner") as? String == "B")
    }

    @Test(
        "MT-32 MRG-43 MRG-52 TRN-80 TRN-82 an equal value is no change, unless setters count",
        arguments: Stack.Kind.allCases)
    func equalValue(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["color": "red"])
        stage[stage.a].setValue("red", forKey: "color")
        #expect(stage[stage.a].pending("color") == nil)
        let strict = try AccountStage(
            kind, ["color": "red", "settings": ["x": 1]], policy: .error,
            ["color": { $0.criterion = .setterCalled }, "settings": { $0.criterion = .setterCalled }])
        strict[strict.a].setValue("red", forKey: "color")
        try strict[strict.a].put(1, "x")
        #expect(strict[strict.a].pending("color") != nil)
        #expect(strict[strict.a].pending("settings") == "[x: 1]")
        #expect(strict[strict.a].hasPersistentChangedValues)
        strict[strict.b].setValue("blue", forKey: "color")
        try strict[strict.b].put(2, "x")
        try strict.b.save()
        strict[strict.a].refresh()
        try strict.a.save()
        #expect(try strict.stored("color") as? String == "red")
        #expect(try strict.stored("settings") as? [String: Int] == ["x": 1])
    }

    @Test("MT-33 MRG-51 TRN-86 nil is a change like any other", arguments: Stack.Kind.allCases)
    func setNil(_ kind: Stack.Kind) throws {
        let stage = try AccountStage(kind, ["color": "red"])
        stage[stage.a].setValue(nil, forKey: "color")
        stage[stage.b].setValue("blue", forKey: "color")
        try stage.b.save()
        stage[stage.a].refresh()
        #expect(stage[stage.a].value(forKey: "color") == nil)
        #expect(stage[stage.a].pending("color") == "=nil")
        try stage.a.save()
        #expect(try stage.stored("color") == nil)
    }

    @Test("MRG-51 MRG-77 undo of a saved value sets the old one", arguments: Stack.Kind.allCases)
    func undoSaved(_ kind: Stack.Kind) throws {
        for skips in [false, true] {
            let stage = try AccountStage(
                kind, ["color": "red", "settings": ["x": 1, "y": 1]], policy: .error,
                ["color": { $0.skipsChangedInUndo = skips }, "settings": { $0.skipsChangedInUndo = skips }])
            stage[stage.a].setValue("green", forKey: "color")
            stage[stage.a].setValue(["x": 2, "y": 2], forKey: "settings")
            try stage.a.save()
            stage[stage.b].refresh()
            stage[stage.b].setValue("blue", forKey: "color")
            try stage[stage.b].put(3, "x")
            try stage.b.save()
            stage[stage.a].refresh()
            stage.undo(stage.a)
            // MRG-78: the user asked for the old ones, or others' stay.
            #expect(stage[stage.a].value(forKey: "color") as? String == (skips ? "blue" : "red"))
            #expect(stage[stage.a].entries() == ["x": skips ? 3 : 1, "y": 1])
        }
    }

    @Test("MT-34 MRG-54 TRN-76 a value is decoded and encoded once", arguments: Stack.Kind.allCases)
    func codedOnce(_ kind: Stack.Kind) throws {
        let name = NSValueTransformerName("CountingTransformer")
        if ValueTransformer(forName: name) == nil {
            ValueTransformer.setValueTransformer(CountingTransformer(), forName: name)
        }
        let model = NSManagedObjectModel(
            EntitySketch(
                "Sheet", .attribute("name"),
                .mergeable("content", .value, .transformableAttributeType) {
                    $0.valueTransformerName = name.rawValue
                }))
        let stack = try Stack(kind, model)
        let first = stack.context()
        first.insert("Sheet", ["content": "one \(kind)"])
        try first.save()
        let context = stack.context()
        let sheet = try #require(try context.all("Sheet").first)
        CountingTransformer.counts.withLock { $0[kind.rawValue] = (0, 0) }
        for _ in 0..<100 { #expect(sheet.value(forKey: "content") as? String == "one \(kind)") }
        sheet.setValue("two \(kind)", forKey: "content")
        for number in 0..<3 {
            sheet.setValue("\(number)", forKey: "name")
            try context.save()
            #expect(sheet.value(forKey: "content") as? String == "two \(kind)")
        }
        let counts = CountingTransformer.counts.withLock { $0[kind.rawValue] }
        #expect(counts?.decoded == 1)
        #expect(counts?.encoded == 1)
    }
}

/// Texts as bytes, counted by the store that their last word names.
private final class CountingTransformer: ValueTransformer, @unchecked Sendable {
    static let counts = Mutex<[String: (decoded: Int, encoded: Int)]>([:])

    override class func allowsReverseTransformation() -> Bool { true }

    private static func count(_ text: String, _ change: (inout (decoded: Int, encoded: Int)) -> Void) {
        let kind = text.split(separator: " ").last.map(String.init) ?? ""
        counts.withLock { change(&$0[kind, default: (0, 0)]) }
    }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let text = value as? String else { return nil }
        Self.count(text) { $0.encoded += 1 }
        return Data(text.utf8)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data else { return nil }
        let text = String(decoding: data, as: UTF8.self)
        Self.count(text) { $0.decoded += 1 }
        return text
    }
}
