// SPDX-License-Identifier: Apache-2.0
// What the page checksums of a store say, in the words of `perdure store check`. PerdureSQLite/Protecting compares the pages.

import Foundation
import PerdureInspection
import PerdureSQLite
import PerdureStore

/// The finding of one check, or why there is none.
struct ProtectionReport {
    let finding: ProtectionFinding?
    /// Why the checksums say nothing; nil where they do, or where there are none.
    let failure: String?

    /// Compares the pages of a store in a file; a server has none.
    init(_ path: String) {
        guard !StorePlaces.isServer(path) else {
            (finding, failure) = (nil, nil)
            return
        }
        do {
            finding = try ProtectionFinding.of(path)
            failure = nil
        } catch {
            finding = nil
            failure = ErrorText.describe(error)
        }
    }

    var isDamaged: Bool { finding?.state == .damaged }

    /// What is wrong for certain; tables and indexes are named where their pages are known.
    func problems(_ owners: [Int: String] = [:]) -> [StoreProblem] {
        if let failure { return [StoreProblem(.error, failure)] }
        guard let finding, isDamaged else { return [] }
        var problems = finding.differing.map { page in
            StoreProblem(
                .error, object: owners[page],
                "page \(page) has changed since \(day(finding)), and nobody has written the file: the disk has damaged"
                    + " it. Restore the store from a backup")
        }
        let rest = finding.differingCount - finding.differing.count
        if rest > 0 {
            let pages = PlainText.count(rest, "more page has", "more pages have")
            problems.append(StoreProblem(.error, "\(pages) changed"))
        }
        return problems
    }

    /// The problems, with the tables and indexes that a look at the store knows.
    func problems(in place: any StorePlace) -> [StoreProblem] {
        guard isDamaged, let finding, let file = place as? FilePlace else { return problems() }
        return problems(file.look.owners(ofPages: finding.differing))
    }

    /// One line for people; nil where there is nothing to say.
    var line: String? {
        guard let finding else { return nil }
        let pages = PlainText.count(finding.pages, "page", "pages")
        switch finding.state {
        case .damaged: return nil
        case .intact:
            let rest = finding.hasNewerCommits ? "; newer commits in the WAL have no checksums" : ""
            return "protected on \(day(finding)): all of \(pages) as they were\(rest)"
        case .older:
            let count = PlainText.count(finding.differingCount, "page differs", "pages differ")
            return
                "protected on \(day(finding)), and written since: \(count) from the \(pages) of then, by changes or by"
                + " damage, which nobody can tell. Run 'perdure store protect' again"
        }
    }

    private func day(_ finding: ProtectionFinding) -> String { DateText.text(finding.date) }

    var json: JSONValue {
        guard let finding else {
            return failure.map { .object([("state", .string("unusable")), ("reason", .string($0))]) } ?? .null
        }
        return .object([
            ("state", .string(finding.state.rawValue)), ("date", .string(day(finding))),
            ("pages", .integer(Int64(finding.pages))),
            ("differing", .array(finding.differing.map { .integer(Int64($0)) })),
            ("count", .integer(Int64(finding.differingCount))),
        ])
    }
}
