// SPDX-License-Identifier: Apache-2.0
// `perdure store import`: objects from JSON lines or tables into a store, all of them or none. RecordReading.swift reads the files,
// ImportRun.swift makes the objects.

import Foundation

enum StoreImport {
    static let command = Command(
        group: "store", action: "import", summary: "read objects from JSON lines or CSV into a store",
        discussion: """
            Reads what 'store export' writes, or what other programs write in the same forms: JSON lines with an entity and values, or
            tables whose first line names keys; a table's entity is --entity, or its file's name. An object whose unique values the
            store has already is changed, and so is one by its objectID in an export of the same store; others are new. References are
            objectIDs of objects in the files, URIs of objects in the store, or the unique value of the object that is meant; an
            object of JSON names several. In a file that has never had objects, as 'store create' makes it, objects get the numbers that
            they have in an export of one store, so that 'store diff' finds them the same; otherwise new objects get new numbers, and
            'store diff' needs --by-key or --key. Everything is checked as a program's save would check it, all problems are
            listed with file, line, entity and key, and then nothing is written. Otherwise one transaction writes all.
            """,
        operands: [
            .store,
            .init(
                name: "FILE", help: "files, folders of .csv files, or - for standard input",
                isRepeatable: true),
        ],
        options: [
            .init(name: "entity", value: "NAME", help: "the entity of objects that do not name theirs"),
            .init(
                name: "insert-only", value: nil, help: "refuse objects whose unique values are there already"),
            .init(name: "dry-run", value: nil, help: "check everything, and write nothing"),
            .model, .schema, .tls, .quiet, .json,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        var reading = RecordReading(entity: arguments.values["entity"])
        for path in arguments.words("FILE") { try reading.read(path) }
        let store = try WritableStore(arguments)
        defer { store.close() }
        if let name = arguments.values["entity"], store.entity(named: name) == nil {
            throw UnknownName.entity(name, of: store.document, in: store.shown)
        }
        let run = ImportRun(store, reading, arguments)
        try run.make()
        let isRefused = !run.problems.isEmpty
        let isDry = arguments.switches.contains("dry-run")
        do { if !isRefused, !isDry { try run.save() } } catch { throw FilePlace.naming(store.shown, error) }
        try report(run, store, arguments, isWritten: run.problems.isEmpty && !isDry)
        return run.problems.isEmpty ? .success : .badInput
    }

    private static func report(
        _ run: ImportRun, _ store: WritableStore, _ arguments: Arguments, isWritten: Bool
    ) throws {
        if arguments.wantsJSON {
            return try Console.print(
                JSONValue.document([
                    ("path", .string(store.shown)), ("isWritten", .boolean(isWritten)),
                    ("keepsNumbers", run.keepsNumbers.map { .boolean($0) } ?? .null),
                    ("inserted", .integer(Int64(run.inserted))), ("updated", .integer(Int64(run.updated))),
                    ("problems", .array(run.problems.map(\.json))),
                ]).text)
        }
        for problem in run.problems { Console.complain(problem.line) }
        guard run.problems.isEmpty else {
            let count = PlainText.count(run.problems.count, "problem", "problems")
            return Console.complain("\(store.shown): \(count), nothing was written")
        }
        let numbers = run.keepsNumbers == false ? "; new objects have other numbers than in the export" : ""
        let counts = "\(run.inserted) new, \(run.updated) changed\(numbers)"
        arguments.tell("\(store.shown): \(counts)\(isWritten ? "" : ", nothing was written (--dry-run)")")
    }
}
