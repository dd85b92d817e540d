// SPDX-License-Identifier: Apache-2.0
// `perdure store protect`: keeps checksums of a store's pages beside it, so that `store check` finds what a disk has changed.

import Foundation
import PerdureInspection
import PerdureSQLite
import PerdureStore

enum StoreProtect {
    static let command = Command(
        group: "store", action: "protect", summary: "keep checksums of a store's pages, for 'store check'",
        discussion: """
            SQLite's pages have no checksums, so that most bits that a disk turns stay unseen. This checks a store, brings it to rest, and
            writes a checksum of each page to STORE-checksums. 'store check' compares them: a page that has changed while nobody wrote the
            file is damaged for certain. After the next write of the store the checksums are of an older state, which a check says; protect it
            again then, or before it is put away. Nobody may have the store open. Its own file stays as it is, but for commits of the WAL,
            which are moved into it. A damaged store is refused: what is summed up counts as right.
            """,
        operands: [.storeFile],
        options: [
            .init(name: "remove", value: nil, help: "remove the checksums"), .model, .copyLimit, .json,
            .quiet,
        ], run: run)

    @Sendable private static func run(_ arguments: Arguments) throws -> ExitCode {
        let path = try arguments.storeFile()
        if arguments.switches.contains("remove") { return try remove(path, arguments) }
        let problems = try examine(path, arguments)
        guard !problems.contains(where: { $0.severity == .error }) else {
            try report(path, nil, problems, arguments)
            return .problems
        }
        do {
            try report(path, try StoreProtection.protect(path), problems, arguments)
        } catch { throw FilePlace.naming(path, error) }
        return .success
    }

    /// What is wrong with the store; nothing has it open afterwards.
    @inline(never)
    private static func examine(_ path: String, _ arguments: Arguments) throws -> [StoreProblem] {
        let protection = ProtectionReport(path)
        let store = try InspectedStore(arguments)
        let checkup = try StoreCheckup(store, store.requiredModel())
        // Checksums that cannot be used are replaced; those that tell of damage are believed.
        return (protection.isDamaged ? protection.problems(in: store.place) : []) + checkup.problems
    }

    private static func remove(_ path: String, _ arguments: Arguments) throws -> ExitCode {
        let wasThere = try StoreProtection.remove(path)
        if arguments.wantsJSON {
            try Console.print(document(path, nil, []).text)
        } else {
            arguments.tell("\(path): \(wasThere ? "the checksums are removed" : "has no checksums")")
        }
        return .success
    }

    private static func report(
        _ path: String, _ pages: Int?, _ problems: [StoreProblem], _ arguments: Arguments
    ) throws {
        if arguments.wantsJSON { return try Console.print(document(path, pages, problems).text) }
        for problem in problems { try Console.print(PlainText.safe(problem.description)) }
        guard let pages else {
            return Console.complain("\(path): is damaged, and was not protected: repair it, or take a backup")
        }
        arguments.tell("\(path): \(PlainText.count(pages, "page", "pages")) protected")
    }

    private static func document(_ path: String, _ pages: Int?, _ problems: [StoreProblem]) -> JSONValue {
        .document([
            ("path", .string(path)), ("isProtected", .boolean(pages != nil)),
            ("pages", pages.map { .integer(Int64($0)) } ?? .null),
            ("problems", .array(problems.map(StoreCheckCommand.json))),
        ])
    }
}
