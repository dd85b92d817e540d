// SPDX-License-Identifier: Apache-2.0
// `perdure store doctor`: the findings of a check with what mends them. The mending is tried on a private copy first, so that it
// is known what it mends (PerdureSQLite/Mending).

import Foundation
import PerdureInspection
import PerdureSQLite
import PerdureStore

enum StoreDoctor {
    static let command = Command(
        group: "store", action: "doctor", summary: "repair a damaged store, after showing how",
        discussion: """
            Prints what 'store check' finds of rows, references and bookkeeping, what would be repaired, and what would be left,
            which was tried on a private copy. With --apply the store is copied to a backup and then repaired in one transaction, which
            other programs must leave room for. Repairs touch no value of an attribute that the store does not compute: references to
            nothing become nil, missing sides of one-to-one relationships are written, counters, places, triggers, derived values and
            indexes become right. Other damage is for a backup. A history does not record it. Exits with 1 while something is wrong.
            """,
        operands: [.storeFile],
        options: [
            .init(name: "apply", value: nil, help: "repair the store"),
            .init(
                name: "backup", value: "FILE",
                help:
                    "where the store is copied to before; if not given, beside the store under a name with the time"
            ),
            .model, .copyLimit, .quiet, .json,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let path = try arguments.storeFile()
        let (schema, found) = try examine(arguments)
        var treatment = Treatment(path: path, found: found)
        do {
            let copy = try PrivateStoreCopy(of: path, try PlaceOptions(arguments).copying)
            treatment.repairs = try SQLiteStoreMender.mend(at: copy.path, schema: schema)
            treatment.left = try SQLiteStoreChecker.check(path: copy.path, schema: schema, original: path)
        } catch {
            treatment.failure = ErrorText.toolDescription(of: FilePlace.naming(path, error))
            treatment.left = found
        }
        if arguments.switches.contains("apply"), !treatment.repairs.isEmpty {
            try apply(&treatment, schema, arguments)
        }
        if arguments.wantsJSON {
            try Console.print(treatment.json.text)
        } else {
            try Console.print(treatment.text)
        }
        return treatment.isSound ? .success : .problems
    }

    /// The findings; nothing has the store open afterwards, or a repair would wait for this look's own lock.
    @inline(never)
    private static func examine(_ arguments: Arguments) throws -> (Schema, [StoreProblem]) {
        let store = try InspectedStore(arguments)
        let schema = try store.requiredModel().schema
        return (schema, try store.place.problems(schema))
    }

    private static func apply(_ treatment: inout Treatment, _ schema: Schema, _ arguments: Arguments) throws {
        let path = treatment.path
        let backup = arguments.values["backup"] ?? Self.backupName(of: path)
        try StoreBackup.make(of: path, at: backup)
        treatment.backup = backup
        do {
            treatment.repairs = try SQLiteStoreMender.mend(at: path, schema: schema)
            treatment.isApplied = true
            treatment.left = try SQLiteStoreChecker.check(path: path, schema: schema)
        } catch { throw FilePlace.naming(path, error) }
    }

    private static func backupName(of path: String) -> String {
        let time = ExactDate.text(Date().timeIntervalSinceReferenceDate.rounded(.down)) ?? "now"
        return "\(path).before-\(time.filter(\.isNumber)).backup"
    }
}

/// What is wrong with a store, and what became of it.
struct Treatment {
    let path: String
    let found: [StoreProblem]
    var repairs: [StoreRepair] = []
    /// What the repairs do not mend.
    var left: [StoreProblem] = []
    var isApplied = false
    var backup: String?
    /// Why nothing can be repaired.
    var failure: String?

    /// Whether the store is in order now.
    var isSound: Bool {
        !left.contains { $0.severity == .error } && (isApplied || repairs.isEmpty) && failure == nil
    }

    var text: String {
        var lines = found.map { PlainText.safe($0.description) }
        lines += repairs.map { repair in
            let rows = repair.rows.map { " (\(PlainText.count($0, "row", "rows")))" } ?? ""
            return PlainText.safe(
                "\(isApplied ? "repaired" : "repair"): \(repair.object): \(repair.text)\(rows)")
        }
        lines += left.map { PlainText.safe("left: \($0.description)") }
        if let failure { lines.append(PlainText.safe("cannot be repaired: \(failure)")) }
        return (lines + [PlainText.safe("\(path): \(verdict)")]).joined(separator: "\n")
    }

    private var verdict: String {
        if found.isEmpty, repairs.isEmpty { return "sound" }
        let count = PlainText.count(repairs.count, "repair", "repairs")
        let rest =
            left.isEmpty
            ? "nothing is left" : "\(PlainText.count(left.count, "problem", "problems")) left, for a backup"
        if isApplied { return "\(count) made, \(rest); the store as it was is \(backup ?? "")" }
        return repairs.isEmpty ? "no repair, \(rest)" : "\(count) possible, \(rest); --apply makes them"
    }

    var json: JSONValue {
        let repaired = repairs.map { repair in
            JSONValue.object([
                ("object", .string(repair.object)), ("text", .string(repair.text)),
                ("rows", repair.rows.map { .integer(Int64($0)) } ?? .null),
            ])
        }
        return .document([
            ("path", .string(path)), ("isApplied", .boolean(isApplied)), ("backup", JSONValue(backup)),
            ("problems", .array(found.map(StoreCheckCommand.json))), ("repairs", .array(repaired)),
            ("left", .array(left.map(StoreCheckCommand.json))), ("failure", JSONValue(failure)),
        ])
    }
}
