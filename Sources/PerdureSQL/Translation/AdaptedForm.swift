// SPDX-License-Identifier: Apache-2.0
// The forms in which an adapter binds constants of simple comparisons (SQLAdapter.swift), so that a repeated fetch needs no
// adapter (FetchStatementCache.swift).

import Foundation

/// How a bound value of a database with types differs from the shared one.
enum AdaptedForm: Sendable {
    /// Not at all.
    case plain
    /// Bytes as the UUID that they are.
    case uuid
    /// 0 and 1 as a boolean.
    case boolean
    /// A whole number as a double.
    case real

    /// The forms that turn some values into others; empty where none is known, or none is needed.
    static func forms(from shared: [SQLBinding], to adapted: [SQLBinding]) -> [AdaptedForm] {
        guard shared.count == adapted.count, shared != adapted else { return [] }
        let forms = zip(shared, adapted).map { AdaptedForm($0, $1) }
        return forms.contains(nil) ? [] : forms.compactMap { $0 }
    }

    private init?(_ shared: SQLBinding, _ adapted: SQLBinding) {
        switch (shared, adapted) {
        case _ where shared.isIdentical(to: adapted): self = .plain
        case (.blob, .uuid): self = .uuid
        case (.integer, .boolean): self = .boolean
        case (.integer, .real): self = .real
        default: return nil
        }
    }

    /// A shared value in this form; nil for one that the adapter treats in another way.
    func applied(to value: SQLBinding) -> SQLBinding? {
        switch (self, value) {
        case (.plain, _): value
        case (.uuid, .blob(let data)) where data.count == 16:
            .uuid(UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
        case (.boolean, .integer(let number)) where number == 0 || number == 1: .boolean(number == 1)
        case (.real, .integer(let number)): Double(exactly: number).map { .real($0) }
        default: nil
        }
    }
}
