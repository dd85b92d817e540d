// SPDX-License-Identifier: Apache-2.0
// What a save of many new objects needs beside the objects: the greatest resident memory until its end, by what was resident
// when the objects stood there. Five times as many objects as other files have rows: a million when nothing else is asked for.

import CMeasuring
import CoreData
import Foundation

enum SaveMemory {
    static func measure(_ session: Session) throws {
        let count = session.workspace.rows * 5
        let file = session.workspace.folder.appendingPathComponent("slips-new.sqlite")
        let stack = try Stack(file, model: model())
        let (held, peak) = try stack.context.performAndWait { try save(count, stack) }
        try stack.close()
        let perObject = { (bytes: Int64) in Double(bytes) / Double(count) }
        session.report(Figure("memory of a save: held before, per new object", "B", [perObject(held)]))
        session.report(Figure("memory of a save: peak, per new object", "B", [perObject(peak)]))
        session.report(Figure("memory of a save: peak by held", "×", [Double(peak) / Double(max(1, held))]))
    }

    /// Resident bytes that new objects hold, and the most until their save has ended.
    private static func save(_ count: Int64, _ stack: Stack) throws -> (held: Int64, peak: Int64) {
        measuring_trim_heap()
        measuring_forget_peak()
        let before = measuring_peak_bytes()
        for number in 1...count { Slip(context: stack.context).fill(number) }
        let held = Int64(residentMegabytes() * 1_048_576) - before
        measuring_forget_peak()
        try stack.context.save()
        return (held, measuring_peak_bytes() - before)
    }

    static func model() -> NSManagedObjectModel { NSManagedObjectModel(for: Slip.self) }
}

extension Seed {
    /// Rows with strings of ten bytes.
    static let slips = Seed(name: "slips") { file, workspace in
        try Stack(file, model: SaveMemory.model()).close()
        let shape = RowShape("Slip", "ZCOUNT=m ZCREATED=t ZNAME=s10 ZNOTE=s10 ZNUMBER=i ZSCORE=d")
        _ = try shape.insertion(file, rows: workspace.rows).run()
    }
}
