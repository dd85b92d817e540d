// SPDX-License-Identifier: Apache-2.0
// One-to-one relationships whose sides say different things. Both rows have a column, and a program reads the one that it happens
// to have. OneToOne.swift finds the pairs. Part of SQLiteStoreMender.swift.

import PerdureSQL
import PerdureStore

enum InverseMending: StoreMending {
    static func run(_ run: inout MendingRun) throws {
        let pairs = run.mapping.oneToOnes
        for pair in pairs { try fill(pair, &run) }
        for pair in pairs { try clear(pair, &run) }
    }

    /// An empty side gets the row that leads to it, if only one does.
    private static func fill(_ pair: OneToOne, _ run: inout MendingRun) throws {
        let (source, target) = (quotedName(pair.table), quotedName(pair.inverseTable))
        let leads = "FROM \(source) s WHERE s.\(quotedName(pair.key)) = \(target).Z_PK"
        var changes = ["\(quotedName(pair.inverseKey)) = (SELECT s.Z_PK \(leads))"]
        if let entity = pair.inverseEntity {
            changes.append("\(quotedName(entity)) = (SELECT s.Z_ENT \(leads))")
        }
        try run.change(
            pair.inverseTable,
            "the missing other side of \(pair.key) of \(pair.table) is written in \(pair.inverseKey)",
            "UPDATE \(target) SET \(changes.joined(separator: ", ")), Z_OPT = Z_OPT + 1"
                + " WHERE \(quotedName(pair.inverseKey)) IS NULL AND (SELECT COUNT(*) \(leads)) = 1")
    }

    /// A side whose destination leads elsewhere becomes nil.
    private static func clear(_ pair: OneToOne, _ run: inout MendingRun) throws {
        let key = quotedName(pair.key)
        let cleared = ([pair.key] + [pair.entity].compactMap { $0 }).map { "\(quotedName($0)) = NULL" }
        try run.change(
            pair.table,
            "references in \(pair.key) to rows of \(pair.inverseTable) that lead elsewhere in \(pair.inverseKey) become nil",
            "UPDATE \(quotedName(pair.table)) SET \(cleared.joined(separator: ", ")), Z_OPT = Z_OPT + 1"
                + " WHERE \(key) IS NOT NULL AND (SELECT d.\(quotedName(pair.inverseKey)) FROM"
                + " \(quotedName(pair.inverseTable)) d WHERE d.Z_PK = \(quotedName(pair.table)).\(key))"
                + " IS NOT \(quotedName(pair.table)).Z_PK")
    }
}
