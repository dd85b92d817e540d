// SPDX-License-Identifier: Apache-2.0
// Commands that write numbered entries (EntryModel): for ever, so many, or until a call of SQLite ends the process.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// entries STORE SERIES COUNT PICTURE [PRAGMA=VALUE ...]: saves entries; prints a number once its save has returned.
    ///
    /// COUNT 0 goes on until the process is killed; PICTURE is the size of each entry's picture.
    static func entries(_ url: URL, _ words: [String]) throws {
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == 3 else { throw UsageError(text: "SERIES COUNT PICTURE are missing") }
        let (series, count, picture) = (numbers[0], numbers[1], numbers[2])
        let stack = try Stack(at: url, EntryModel.entries(), options: pragmas(words))
        let context = stack.context()
        let first = try context.performAndWait { try context.all("Entry", "series == \(series)").count }
        for number in 1... where count == 0 || number <= count {
            try context.performAndWait {
                try EntryModel.write(first + number, of: series, pictureSize: picture, in: context)
                try context.save()
                if number % 20 == 0 { context.reset() }
            }
            say("\(first + number)")
            if number == count { break }
        }
        try stack.coordinator.remove(stack.store)
    }

    /// step STORE K SIGNAL PICTURE [PRAGMA=VALUE ...]: saves one entry, and sends itself a signal at the K-th call that
    /// writes.
    ///
    /// K counts writes, syncs, truncations and deletions after the store has been opened; with K negative, from the
    /// opening on. Prints the entry's number if the save returned.
    static func step(_ url: URL, _ words: [String]) throws {
        let numbers = words.compactMap { Int($0) }
        guard numbers.count == 3 else { throw UsageError(text: "K SIGNAL PICTURE are missing") }
        let kinds = PERDURE_CALL_WRITE | PERDURE_CALL_SYNC | PERDURE_CALL_TRUNCATE | PERDURE_CALL_DELETE
        let arm = {
            perdure_fault_arm(
                url.deletingLastPathComponent().path, kinds, Int64(abs(numbers[0])), 0, 0, Int32(numbers[1]))
        }
        guard perdure_fault_install() == 0 else { throw UsageError(text: "no VFS") }
        if numbers[0] < 0 { arm() }
        let stack = try Stack(at: url, EntryModel.entries(), options: pragmas(words))
        let context = stack.context()
        if numbers[0] > 0 { arm() }
        try context.performAndWait {
            let number = try context.all("Entry").count + 1
            try EntryModel.write(number, of: 1, pictureSize: numbers[2], in: context)
            try context.save()
            say("\(number)")
        }
        try stack.coordinator.remove(stack.store)
    }

    /// verify STORE: opens the store, looks at the entries of series 1 and has the file checked.
    ///
    /// The number of entries is raised by 1,000 in a store of the second version.
    static func verify(_ url: URL) throws {
        let (model, raise) = try entryVersion(url)
        let stack = try Stack(at: url, model)
        let context = stack.context()
        let found = try context.performAndWait { try EntryModel.examine(1, in: context) }
        try stack.coordinator.remove(stack.store)
        let behind = try ["ENTRY", "PART"].filter { table in
            let sql = """
                SELECT (SELECT IFNULL(MAX(Z_PK), 0) FROM Z\(table)) <= Z_MAX
                FROM Z_PRIMARYKEY WHERE UPPER(Z_NAME) = '\(table)'
                """
            return try RawDatabase(url).value(sql) != "1"
        }
        let check = try ToolRun("store", "check", url.path)
        let report = check.exitCode == 0 ? "ok" : check.output.split(separator: "\n").joined(separator: "; ")
        say(
            "tx=\(found.count + raise) torn=\(found.torn.count) zmax_ok=\(behind.isEmpty ? 1 : 0) integrity=\(report)"
        )
    }

    /// The words of the form NAME=VALUE as options of a store.
    static func pragmas(_ words: [String]) -> [AnyHashable: Any]? {
        let pairs = words.map { $0.split(separator: "=", maxSplits: 1).map(String.init) }.filter {
            $0.count == 2
        }
        guard !pairs.isEmpty else { return nil }
        return [NSSQLitePragmasOption: Dictionary(pairs.map { ($0[0], $0[1]) }) { _, last in last }]
    }
}

/// What is missing on the command line.
struct UsageError: Error { let text: String }
