// SPDX-License-Identifier: Apache-2.0
// `perdure store diff`, `fit` and `backup`.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Tool: comparing stores") struct StoreDiffTests {
    private let sample: ExchangeSample

    init() throws { sample = try ExchangeSample() }

    private func backup(_ name: String = "Copy.sqlite") throws -> String {
        let run = try ToolRun("store", "backup", sample.path, sample.file(name), "-q")
        #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
        return sample.file(name)
    }

    @Test("PRG-127 equal stores end with 0, different ones with 1 and each difference, trouble with 2")
    func codes() throws {
        let copy = try backup()
        let equal = try ToolRun("store", "diff", sample.path, copy)
        #expect(equal.exitCode == 0 && equal.output.isEmpty && equal.errors.contains("have the same objects"))
        let file = try RawDatabase(URL(fileURLWithPath: copy), isReadOnly: false)
        // Its triggers call functions that no other program has.
        for row in try file.rows(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'ZBOOK'")
        {
            _ = try file.rows("DROP TRIGGER \"\(row[0])\"")
        }
        _ = try file.rows("DELETE FROM ZBOOK WHERE Z_PK = 4")
        file.close()
        _ = try ToolRun("store", "set", copy, "Book/p1", "title=Other")
        let different = try ToolRun("store", "diff", sample.path, copy)
        #expect(different.exitCode == 1)
        #expect(
            different.lines.contains("- Book/p4")
                && different.lines.contains { $0.hasPrefix("~ Book/p1.title: ") })
        #expect(different.lines.contains { $0.hasPrefix("~ Person/") && $0.contains(".books: [") })
        let json = try #require(
            try ToolRun("store", "diff", sample.path, copy, "--json").json() as? [String: Any])
        #expect(json["format"] as? Int == 1 && json["count"] as? Int == 3)
        #expect((json["differences"] as? [[String: Any]])?.count == 3)
        #expect(try ToolRun("store", "diff", sample.path, copy, "--limit", "1").lines.count == 1)
        #expect(try ToolRun("store", "diff", sample.path, sample.file("none")).exitCode == 2)
        let key = try ToolRun("store", "diff", sample.path, copy, "--key", "Book=titel")
        #expect(
            key.exitCode == 2
                && key.errors.contains("Book has no property 'titel'; it has title; did you mean 'title'?"))
    }

    @Test("PRG-127 by keys the numbers of objects do not matter")
    func keys() throws {
        let store = try sample.emptyStore()
        let lines = try ToolRun("store", "export", sample.path).lines
        // Without the first line the names are none of a store, and their numbers are not kept.
        let turned = lines.dropFirst().reversed().joined(separator: "\n")
        #expect(try ToolRun(["store", "import", store, "-"], input: turned).exitCode == 0)
        #expect(try ToolRun("store", "diff", sample.path, store).exitCode == 1)
        let run = try ToolRun("store", "diff", sample.path, store, "--by-key", "--key", "Book=title")
        #expect(run.exitCode == 0, "\(run.output)")
    }

    @Test("PRG-128 fit names the version that made a store, and what opening with the current one does")
    func fits() throws {
        let next = ExchangeSample.description()
        next.entitiesByName["Book"]?.properties.append(attribute("pages", .integer16AttributeType))
        try next.write(compiledTo: sample.folder.file("Next.mom"))
        let refused = ExchangeSample.description()
        refused.entitiesByName["Book"]?.attributesByName["title"]?.attributeType = .dateAttributeType
        try refused.write(compiledTo: sample.folder.file("Refused.mom"))
        let run = try ToolRun("store", "fit", sample.path, sample.model, sample.file("Next.mom"))
        #expect(run.exitCode == 0)
        #expect(run.lines.first?.hasSuffix("Library (current): fits: opening does nothing") == true)
        #expect(run.output.contains("Next (current): opening migrates the store in place:\n"))
        #expect(run.output.contains("Book stays: +pages") || run.output.contains("+pages"), "\(run.output)")
        let no = try ToolRun("store", "fit", sample.path, sample.file("Refused.mom"), "--json")
        #expect(no.exitCode == 5)
        let versions = try #require((try no.json() as? [String: Any])?["versions"] as? [[String: Any]])
        #expect(versions.first?["opening"] as? String == "refused")
        #expect((versions.first?["refusals"] as? [String])?.isEmpty == false)
    }

    private func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
        return attribute
    }

    @Test("PRG-130 a backup is the store with its large values, and overwrites nothing")
    func backups() throws {
        let copy = try backup()
        #expect(try ToolRun("store", "check", copy).exitCode == 0)
        #expect(try ToolRun("store", "diff", sample.path, copy).exitCode == 0)
        let again = try ToolRun("store", "backup", sample.path, copy)
        #expect(again.exitCode == 4 && again.errors.contains("exists already"))
        #expect(try ToolRun("store", "backup", sample.file("none"), sample.file("x")).exitCode == 3)
    }

    @Test("PRG-130 a backup is consistent while another program writes")
    func backupWhileWriting() throws {
        let url = sample.folder.file("Busy.sqlite")
        let model = NSManagedObjectModel(
            EntitySketch("Pair", .attribute("side"), .attribute("turn", .integer64AttributeType)))
        let stack = try Stack(at: url, model)
        let writer = PairWriter(stack)
        try writer.write(1)
        writer.start()
        defer { writer.stop() }
        for number in 1...3 {
            let copy = sample.file("Busy\(number).sqlite")
            let run = try ToolRun("store", "backup", url.path, copy)
            #expect(run.exitCode == 0, "\(run.errors)")
            let database = try RawDatabase(URL(fileURLWithPath: copy))
            #expect(
                try database.value(
                    "SELECT COUNT(*) FROM (SELECT ZTURN FROM ZPAIR GROUP BY ZTURN HAVING COUNT(*) <> 2)")
                    == "0")
        }
    }
}

/// Saves pairs until it is stopped.
private final class PairWriter: @unchecked Sendable {
    // Sendable because the flag is only touched under the lock, and the stack by one thread at a time.
    private let stack: Stack
    private let lock = NSLock()
    private var isStopped = false
    private let done = DispatchSemaphore(value: 0)

    init(_ stack: Stack) { self.stack = stack }

    func write(_ turn: Int) throws {
        let context = stack.context()
        try context.performAndWait {
            for side in ["left", "right"] { context.insert("Pair", ["side": side, "turn": turn]) }
            try context.save()
        }
    }

    func start() {
        Thread.detachNewThread { [self] in
            var turn = 2
            while !lock.withLock({ isStopped }) {
                try? write(turn)
                turn += 1
            }
            done.signal()
        }
    }

    func stop() {
        lock.withLock { isStopped = true }
        done.wait()
    }
}
