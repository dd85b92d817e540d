// SPDX-License-Identifier: Apache-2.0
// What stops a process says why on standard error. Optimised builds drop the texts of preconditions, so these tests are
// among those that run there too.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("What stops a program says its words")
struct StopTextTests {
    private static func model() -> NSManagedObjectModel {
        NSManagedObjectModel(EntitySketch("Tag", .attribute("name")))
    }

    private func text(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("PRG-60 an unknown key names the key and the entity")
    func unknownKey() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(.inMemory, Self.model())
            _ = stack.context().insert("Tag").value(forKey: "nonsense")
        }
        #expect(text(result).contains("nonsense") && text(result).contains("Tag"))
        #expect(text(result).contains("NSUnknownKeyException"))
    }

    @Test("PRG-60 a wrong format string is quoted")
    func formatString() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSPredicate(format: "name = = 3")
        }
        #expect(text(result).contains("name = = 3"))
    }

    @Test("PRG-60 a place outside of a list of batches says how long the list is")
    func batches() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let stack = try Stack(.inMemory, Self.model())
            let context = stack.context()
            context.insert("Tag")
            try context.save()
            let list = try context.fetchBatches(NSFetchRequest<NSManagedObject>(entityName: "Tag"))
            _ = list[7]
        }
        #expect(text(result).contains("The list has 1 objects, and none at 7."))
    }

    @Test("PRG-63 what unsafe code takes for granted holds in this build, and a false statement is told")
    func memoryAssumptions() {
        #expect(MemoryAssumptions.problem == nil)
        let found = MemoryAssumptions.firstFalse([
            ("one is one", true), ("two is three", false), ("later", false),
        ])
        #expect(found?.contains("two is three") == true && found?.contains("later") == false)
    }
}
