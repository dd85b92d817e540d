// SPDX-License-Identifier: Apache-2.0
// The table of version conflicts (SAV-140), and that of to-many relationships (SAV-55).
// States are differences from the row a=1 b=1 r=d1 tags=t1 steps=s1.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// A row of the table: what the other saves, what A does before and after that, and what is stored in the end.
struct ConflictRow: Sendable, CustomTestStringConvertible {
    let id: String
    let theirs: String
    let mine: String
    /// What A does after the other's save.
    let later: String
    /// What A's object shows in the end, where nothing of it was written.
    let shows: String?
    private let cells: [String]
    var testDescription: String { id }

    /// Cells in this order: error, object trump, store trump, overwrite, rollback.
    init(_ id: String, _ theirs: String, _ mine: String, later: String = "", _ cells: String...) {
        self.init(id: id, theirs: theirs, mine: mine, later: later, shows: nil, cells: cells)
    }

    /// The same under each policy.
    init(
        _ id: String, _ theirs: String, _ mine: String, later: String = "", all cell: String,
        shows: String? = nil
    ) {
        self.init(
            id: id, theirs: theirs, mine: mine, later: later, shows: shows,
            cells: Array(repeating: cell, count: 5))
    }

    private init(
        id: String, theirs: String, mine: String, later: String, shows: String?, cells: [String]
    ) {
        self.id = id
        self.theirs = theirs
        self.mine = mine
        self.later = later
        self.shows = shows
        self.cells = cells
    }

    static let failure = "133020"
    static let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
    ]

    /// The policies with what each leads to.
    var outcomes: [(policy: NSMergePolicy, cell: String)] { Array(zip(Self.policies, cells)) }

    /// What A's object shows by itself: what A did.
    var local: String { Self.result(of: mine) }
    /// What is stored when only the other saved.
    var storedByOther: String { Self.result(of: theirs) }

    /// What the row looks like after a deed alone.
    private static func result(of deed: String) -> String {
        var values = ["tags": "t1", "steps": "s1"]
        for word in deed.split(separator: " ").map(String.init) {
            if word == "delete" { return "gone" }
            let parts = word.split(whereSeparator: { $0 == "=" || $0 == ":" }).map(String.init)
            guard parts.count == 2, parts[0] != "t" else { continue }
            if word.hasPrefix("+") || word.hasPrefix("-") {
                let key = String(parts[0].dropFirst())
                var members = values[key]?.split(separator: ",").map(String.init) ?? []
                members.removeAll { $0 == parts[1] }
                if word.hasPrefix("+") { members.append(parts[1]) }
                values[key] = members.isEmpty ? "-" : members.joined(separator: ",")
            } else {
                values[parts[0]] = parts[1]
            }
        }
        return ConflictModel.text(
            ["a", "b", "r", "x", "kids", "tags", "steps"].compactMap { key in
                values[key].map { (key, $0) }
            })
    }
}

extension ConflictRow {
    static let table = [
        ConflictRow("CT-1", "a=2", "b=3", failure, "a=2 b=3", "a=2 b=3", "b=3", "a=2"),
        ConflictRow("CT-2", "a=2", "a=3", failure, "a=3", "a=2", "a=3", "a=2"),
        ConflictRow("CT-3", "a=2", "a=2", failure, "a=2", "a=2", "a=2", "a=2"),
        ConflictRow("CT-4", "a=2", "t=5", all: "a=2", shows: ""),
        ConflictRow("CT-5", "a=2", "a=1", all: "a=2", shows: ""),
        ConflictRow("CT-6", "t=5", "a=3", all: "a=3"),
        ConflictRow("CT-7", "a=2", "check", failure, "a=2", "a=2", "a=2", "a=2"),
        ConflictRow("CT-8", "delete", "a=3", failure, "a=3", "gone", "a=3", "gone"),
        ConflictRow("CT-9", "a=2", "delete", failure, "gone", "a=2", "gone", "a=2"),
        ConflictRow("CT-10", "delete", "delete", all: "gone"),
        ConflictRow("CT-11", "a=2", "", later: "refresh b=3", all: "a=2 b=3"),
        ConflictRow("CT-12", "a=2", "b=3", later: "merge", all: "a=2 b=3"),
        ConflictRow("CT-13", "r=d2", "a=3", failure, "a=3 r=d2", "a=3 r=d2", "a=3", "r=d2"),
        ConflictRow(
            "CT-14", "+kids:k1", "a=3", failure, "a=3 kids=k1", "a=3 kids=k1", "a=3 kids=k1", "kids=k1"),
        ConflictRow("CT-15", "x=foo", "x=bar", failure, "x=bar", "x=foo", "x=bar", "x=foo"),
    ]

    /// Members that the store got meanwhile: additions and removals come on top, or the whole membership is written.
    static let members = [
        ConflictRow(
            "both add pairs", "+tags:t2", "+tags:t3", failure, "tags=t1,t2,t3", "tags=t1,t2,t3", "tags=t1,t3",
            "tags=t1,t2"),
        ConflictRow(
            "they remove a pair", "-tags:t1", "+tags:t3", failure, "tags=t3", "tags=t3", "tags=t1,t3",
            "tags=-"),
        ConflictRow(
            "I remove a pair", "+tags:t2", "-tags:t1", failure, "tags=t2", "tags=t2", "tags=-", "tags=t1,t2"),
        ConflictRow(
            "both add the same pair", "+tags:t2", "+tags:t2", failure, "tags=t1,t2", "tags=t1,t2",
            "tags=t1,t2",
            "tags=t1,t2"),
        ConflictRow(
            "both remove a pair", "-tags:t1", "-tags:t1", failure, "tags=-", "tags=-", "tags=-", "tags=-"),
        ConflictRow(
            "both add ordered pairs", "+steps:s2", "+steps:s3", failure, "steps=s1,s2,s3", "steps=s1,s2,s3",
            "steps=s1,s3", "steps=s1,s2"),
        ConflictRow(
            "they remove an ordered pair", "-steps:s1", "+steps:s3", failure, "steps=s3", "steps=s3",
            "steps=s1,s3", "steps=-"),
        ConflictRow(
            "both add kids", "+kids:k1", "+kids:k2", failure, "kids=k1,k2", "kids=k1,k2", "kids=k1,k2",
            "kids=k1,k2"),
    ]
}
