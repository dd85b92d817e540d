// SPDX-License-Identifier: Apache-2.0
// A statement of a migration as a text for people.

extension MigrationStatement {
    /// The text with the values of its placeholders behind it.
    package var shown: String {
        values.isEmpty ? text : "\(text) -- \(values.map(\.shown).joined(separator: ", "))"
    }
}

extension SQLBinding {
    fileprivate var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): SQLIdentifier.literal(text)
        case .blob(let bytes): "\(bytes.count) bytes"
        case .list(let list): list.json
        case .decimal(let number): "\(number)"
        case .uuid(let value): "\(value)"
        case .boolean(let flag): "\(flag)"
        case .answer: "?"
        }
    }
}
