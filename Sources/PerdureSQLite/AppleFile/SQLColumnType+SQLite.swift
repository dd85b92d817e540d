// SPDX-License-Identifier: Apache-2.0
// The declared types of columns in Core Data's files. AppleNaming.swift chooses among them.

import PerdureSQL

extension SQLColumnType {
    package static let integer = Self(rawValue: 0)
    package static let float = Self(rawValue: 1)
    package static let timestamp = Self(rawValue: 2)
    package static let decimal = Self(rawValue: 3)
    package static let varchar = Self(rawValue: 4)
    package static let blob = Self(rawValue: 5)

    private static let texts = ["INTEGER", "FLOAT", "TIMESTAMP", "DECIMAL", "VARCHAR", "BLOB"]

    /// The text in the file.
    var text: String { Self.texts[Int(rawValue)] }
}
