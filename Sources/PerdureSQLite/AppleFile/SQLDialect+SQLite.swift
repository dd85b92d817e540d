// SPDX-License-Identifier: Apache-2.0
// The SQLite dialect for PerdureSQL's printer.

import PerdureSQL

extension SQLDialect {
    package static let sqlite = SQLDialect(
        placeholder: { _ in "?" },
        parameter: { "?\($0)" },
        identifier: { SQLIdentifier.quoted($0) },
        quoted: quotedName,
        insertKeeping: "INSERT OR IGNORE INTO",
        truth: { $0 ? "1" : "0" },
        fallback: "IFNULL",
        // A column accepts values of any type.
        isNoWholeNumber: { .binary(.call("TYPEOF", [$0]), .notEqual, .value(.text("integer"))) },
        listSelect: { kind, list in
            switch kind {
            case .integers, .texts: "SELECT value FROM json_each(\(list))"
            case .reals: "SELECT \(SQLFunction.real.rawValue)(value) FROM json_each(\(list))"
            case .blobs: "SELECT \(SQLFunction.bytes.rawValue)(value) FROM json_each(\(list))"
            }
        },
        now: "NSCoreDataNow", noLimit: "-1", sortsNullFirst: true, longestChain: 100, deepestNesting: 80,
        longestPlainList: 16)
}
