// SPDX-License-Identifier: Apache-2.0
// A process that is killed while it removes what a deferred migration has left.

import CoreData
import Foundation
import PerdureTestSupport
import Testing

@Suite("Killed removals of deferred migrations") struct DeferredCrashTests {
    private static let rows = 2_000

    /// A store of the wide model with rows, under the narrow one, with everything still to remove.
    private func make(_ url: URL) throws {
        let wide = try Stack(at: url, DeferredModel.wide())
        let context = wide.context()
        try context.performAndWait {
            for number in 0..<Self.rows {
                context.insert("Item", ["name": "\(number)", "gone0": "a", "gone11": "b"])
            }
            context.insert("Other3", ["name": "other"])
            try context.save()
        }
        try wide.coordinator.remove(wide.store)
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
            NSPersistentStoreDeferredLightweightMigrationOptionKey: true,
        ]
        let narrow = try Stack(at: url, DeferredModel.narrow(), options: options)
        try narrow.coordinator.remove(narrow.store)
    }

    /// What is left of the wide model in the file: columns of items, and tables.
    private func left(_ url: URL) throws -> Int {
        try RawDatabase(url).rows(
            "SELECT name FROM pragma_table_info('ZITEM') WHERE name LIKE 'ZGONE%'"
                + " UNION ALL SELECT name FROM sqlite_master WHERE name LIKE 'ZOTHER%' AND type = 'table'"
        ).count
    }

    private func names(_ url: URL) throws -> Set<String> {
        let stack = try Stack(at: url, DeferredModel.narrow())
        defer { try? stack.coordinator.remove(stack.store) }
        let context = stack.context()
        return try context.performAndWait {
            Set(try context.all("Item", by: "name").compactMap { $0.value(forKey: "name") as? String })
        }
    }

    @Test("MIG-136 MIG-142 a kill while left tables and columns go keeps all rows, and the rest goes later")
    func kills() throws {
        let folder = try TemporaryFolder()
        let wanted = Set((0..<Self.rows).map(String.init))
        var random = SeededNumbers(seed: 136)
        var kills = 0
        // A writer that was faster than its kill makes the next delays shorter: the machine's speed must not matter.
        var longest: UInt32 = 40_000
        for round in 0..<8 {
            let url = folder.file("Store\(round).sqlite")
            try make(url)
            var before = try left(url)
            #expect(before == 2 * DeferredModel.dropped)
            for _ in 0..<4 {
                let writer = try FaultWriter("clean", url.path)
                #expect(writer.line() == "ready")
                usleep(UInt32.random(in: 0...longest, using: &random))
                writer.kill()
                if try writer.finish().lines.contains("done") {
                    longest = longest * 3 / 4
                } else {
                    kills += 1
                }
                let now = try left(url)
                #expect(now <= before)
                before = now
            }
            #expect(try names(url) == wanted)
            let stack = try Stack(at: url, DeferredModel.narrow())
            try stack.coordinator.finishDeferredLightweightMigration()
            try stack.coordinator.remove(stack.store)
            #expect(try left(url) == 0)
            #expect(try names(url) == wanted)
        }
        #expect(kills > 0)
    }
}
