// SPDX-License-Identifier: Apache-2.0
// `perdure store query`: prints values of the objects that match. QueryOutput.swift has the forms.

import Foundation
import PerdureInspection
import PerdureStore

enum StoreQueryCommand {
    static let command = Command(
        group: "store", action: "query", summary: "print values of the objects that match a predicate",
        discussion: """
            Prints values of the objects of an entity and of its subentities that match PREDICATE, a format string of NSPredicate,
            for example "title BEGINSWITH[c] 'b'"; TRUEPREDICATE matches all. Columns are key paths: attributes, to-one relationships,
            attributes behind them ('folder.name'), counts ('notes.@count') and $object, the object itself. With --explain nothing is
            fetched: the statement, the database's plan and whether an index serves are printed. The store is not written.
            With --keep-going a value that cannot be read is reported and printed as NULL, and the exit code is 1.
            """,
        operands: [
            .store, .init(name: "PREDICATE", help: "what the objects must match; TRUEPREDICATE for all"),
        ],
        options: [
            .init(name: "entity", value: "ENTITY", help: "the entity's name", isRequired: true),
            .init(
                name: "columns", value: "PATHS",
                help: "key paths with commas between them, instead of all attributes and to-one relationships"
            ),
            .init(
                name: "order", value: "PATHS",
                help: "key paths with commas between them; a hyphen before one stands for descending"),
            .init(name: "limit", value: "N", help: "at most so many objects"),
            .init(name: "count", value: nil, help: "print the number of objects only"),
            .init(name: "table", value: nil, help: "print aligned columns (the usual form)"),
            .csv, .json, .lines,
            .init(name: "explain", value: nil, help: "print the statement and the database's plan"),
            .keepGoing, .quiet, .model, .copyLimit, .schema, .tls,
        ],
        run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let form = try FormName.chosen(arguments) ?? .table
        let predicate = try PredicateWord.parsed(arguments[operand: "PREDICATE"], "PREDICATE", arguments)
        let limit = try arguments.count("limit")
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        let entity = try store.entity(named: arguments.values["entity"] ?? "", in: model)
        let query = try StoreQuery(
            of: entity, predicate, columns: arguments.values["columns"].map(words),
            order: arguments.values["order"].map(words) ?? [], limit: limit, in: model.schema)
        let unreadable = UnreadableValues(arguments)
        let faults = QueryFaults(unreadable.report)
        var reading = EngineReading()
        reading.onUnreadable = faults.hear
        let engine = try store.engine(model, reading)
        defer { try? engine.close() }
        do {
            if arguments.switches.contains("explain") { return try explain(query, engine, arguments) }
            if arguments.switches.contains("count") { return try count(query, engine, form) }
            try print(query, engine, form, faults, unreadable, arguments)
            return unreadable.exitCode
        } catch StoreError.unsupported(let request) {
            let reason = UnknownName.reason(request, of: query.plan, model.schema)
            throw ToolError("the query cannot be run: \(reason)", .usage)
        }
    }

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }

    private static func print(
        _ query: StoreQuery, _ engine: any CopyableEngine, _ form: FormName, _ faults: QueryFaults,
        _ unreadable: UnreadableValues, _ arguments: Arguments
    ) throws {
        var output = QueryOutput(query, form, ValueText(engine.schema))
        var rows = QueryRows(query, SteadyReader.of(engine), faults)
        var found = 0
        try unreadable.goingOn {
            while let page = try rows.next() {
                found += page.count
                for row in page { try output.append(row) }
            }
        }
        try output.end()
        if form == .table, Console.outputIsTerminal {
            Console.remark(PlainText.count(found, "object", "objects"), arguments)
        }
    }

    private static func count(_ query: StoreQuery, _ engine: any CopyableEngine, _ form: FormName) throws
        -> ExitCode
    {
        guard case .count(let count) = try engine.fetch(query.count) else { return .success }
        switch form {
        case .json:
            try Console.print(JSONValue.document([("count", .integer(Int64(count)))]).text)
        case .lines: try Console.print("{\"count\":\(count)}")
        case .csv: try Console.print("count\n\(count)")
        case .table: try Console.print(String(count))
        }
        return .success
    }

    private static func explain(
        _ query: StoreQuery, _ engine: any CopyableEngine, _ arguments: Arguments
    ) throws -> ExitCode {
        guard let engine = engine as? any ExplainingEngine else {
            throw ToolError("this kind of store does not explain its plans", .usage)
        }
        let plan = arguments.switches.contains("count") ? query.count : query.plan
        let found = try engine.explanation(of: plan)
        let use = IndexUse(found.steps)
        guard arguments.wantsJSON else {
            try Console.print(text(found, use))
            return .success
        }
        try Console.print(
            JSONValue.document([
                ("statement", .string(found.statement)), ("values", .strings(found.values)),
                ("plan", .strings(found.steps)), ("indexes", .strings(use.indexes)),
                ("scans", .strings(use.scans)), ("sorts", .boolean(use.sorts)),
            ]).text)
        return .success
    }

    private static func text(_ found: FetchExplanation, _ use: IndexUse) -> String {
        let values = found.values.map { "  " + PlainText.safe($0) }
        let parts =
            ["Statement\n  " + PlainText.safe(found.statement)]
            + (values.isEmpty ? [] : ["Values\n" + values.joined(separator: "\n")])
            + ["Plan\n" + found.steps.map { "  " + PlainText.safe($0) }.joined(separator: "\n")]
            + ["Verdict: " + PlainText.safe(use.verdict)]
        return parts.joined(separator: "\n\n")
    }
}
