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
        listTest: { kind, list in
            let value =
                switch kind {
                case .integers, .texts, .decimals, .uuids: "value"
                case .reals: "\(SQLFunction.real.rawValue)(value)"
                case .blobs: "\(SQLFunction.bytes.rawValue)(value)"
                }
            return " IN (SELECT \(value) FROM json_each(\(list)))"
        },
        now: "NSCoreDataNow", noLimit: "-1", sortsNullFirst: true, longestChain: 100, deepestNesting: 80,
        longestPlainList: 16)
}
