// SPDX-License-Identifier: Apache-2.0
// `perdure store history`: prints the transactions of a store's history. HistoryOutput.swift has the forms.

import Foundation
import PerdureInspection
import PerdureStore

enum StoreHistoryCommand {
    static let command = Command(
        group: "store", action: "history", summary: "print who changed what in a store, and when",
        discussion: """
            Prints the transactions of a store's persistent history, oldest first: number, time, author, context, program and process,
            and the objects that were inserted (+), updated (~, with the changed properties) and deleted (-, with the values that the
            model preserves). A store keeps a history from the time on that a program opens it with NSPersistentHistoryTrackingKey.
            The store is not written.
            """,
        operands: [.store],
        options: [
            .init(name: "limit", value: "N", help: "at most the newest N transactions (50); 0 for all"),
            .init(name: "after", value: "NUMBER", help: "only transactions behind this number"),
            .init(name: "since", value: "DATE", help: "only transactions since a date by ISO 8601"),
            .init(name: "author", value: "AUTHOR", help: "only transactions of this author"),
            .init(name: "entity", value: "ENTITY", help: "only changes of the entity and its subentities"),
            .json, .lines, .quiet, .model, .copyLimit, .schema, .tls,
        ],
        run: run)

    private static let usualLimit = 50

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let form = try FormName.chosen(arguments)
        var wanted = try reading(arguments)
        let store = try InspectedStore(arguments)
        let model = try store.requiredModel()
        if let name = arguments.values["entity"] {
            let entity = try store.entity(named: name, in: model)
            wanted.entities = Set(entity.number...entity.lastDescendant)
        }
        var reading = EngineReading()
        reading.hasHistory = true
        let engine = try store.engine(model, reading)
        defer { try? engine.close() }
        let found = try wanted.transactions(engine)
        if found == nil {
            Console.remark(
                "\(store.path): keeps no history; a program begins one with the option NSPersistentHistoryTrackingKey",
                arguments)
        }
        try HistoryOutput(engine.schema).print(found ?? [], form)
        return .success
    }

    private static func reading(_ arguments: Arguments) throws -> HistoryReading {
        var wanted = HistoryReading()
        let limit = try arguments.count("limit") ?? usualLimit
        wanted.limit = limit == 0 ? nil : limit
        wanted.author = arguments.values["author"]
        if let number = try arguments.count("after") { wanted.after = .number(Int64(number)) }
        guard let text = arguments.values["since"] else { return wanted }
        guard arguments.values["after"] == nil else {
            throw UsageError(
                "'--after' and '--since' exclude each other: choose one", arguments.command.fullName)
        }
        guard let date = date(text) else {
            throw UsageError(
                "'--since' needs a date such as 2026-01-31 or 2026-01-31T12:00:00Z, not '\(text)'",
                arguments.command.fullName)
        }
        wanted.after = .time(date.timeIntervalSinceReferenceDate)
        return wanted
    }

    private static func date(_ text: String) -> Date? {
        let whole = text.contains("T") ? text : text + "T00:00:00Z"
        let formatter = ISO8601DateFormatter()
        for options: ISO8601DateFormatter.Options in [
            [.withInternetDateTime], [.withInternetDateTime, .withFractionalSeconds],
        ] {
            formatter.formatOptions = options
            if let date = formatter.date(from: whole) { return date }
        }
        return nil
    }
}
