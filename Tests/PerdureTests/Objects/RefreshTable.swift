// SPDX-License-Identifier: Apache-2.0
// The table of what one operation does to a stored value `p` and a transient `t`. The stored 1 is replaced by 2 in
// another context before the operation. RefreshTableTests.swift runs it.

import Perdure
import Testing

/// One row of the table.
struct LifeRow: Sendable, CustomTestStringConvertible {
    /// What `t` holds before the operation.
    enum Transient: Sendable { case empty, five, null }

    enum Operation: Sendable {
        case refreshTrue, refreshFalse, refreshAll, rollback, undo, redo
        case save, saveConflict, recoveredSave, reset
    }

    let number: Int
    /// What is set in context A; nil sets nothing.
    var p: Int?
    var t = Transient.empty
    /// Whether context A saves before the other context does.
    var isSaved = false
    /// Whether awakeFromFetch sets `t` to 7.
    var awakens = false
    let operation: Operation
    let expectedP: Int?
    let expectedT: Int?
    let hasChanges: Bool

    var testDescription: String { "row \(number)" }

    static let all = [
        LifeRow(number: 1, operation: .refreshTrue, expectedP: 2, expectedT: nil, hasChanges: false),
        LifeRow(
            number: 2, awakens: true, operation: .refreshTrue, expectedP: 2, expectedT: 7, hasChanges: false),
        LifeRow(number: 3, t: .five, operation: .refreshTrue, expectedP: 2, expectedT: 5, hasChanges: true),
        LifeRow(
            number: 4, t: .five, awakens: true, operation: .refreshTrue, expectedP: 2, expectedT: 5,
            hasChanges: true),
        LifeRow(
            number: 5, p: 3, awakens: true, operation: .refreshTrue, expectedP: 3, expectedT: 7,
            hasChanges: true),
        LifeRow(number: 6, p: 1, operation: .refreshTrue, expectedP: 2, expectedT: nil, hasChanges: true),
        LifeRow(
            number: 7, t: .five, isSaved: true, operation: .refreshTrue, expectedP: 2, expectedT: 5,
            hasChanges: false),
        LifeRow(
            number: 8, t: .five, isSaved: true, awakens: true, operation: .refreshTrue, expectedP: 2,
            expectedT: 5, hasChanges: false),
        LifeRow(
            number: 9, t: .five, operation: .refreshFalse, expectedP: 2, expectedT: nil, hasChanges: false),
        LifeRow(
            number: 10, p: 3, t: .five, awakens: true, operation: .refreshFalse, expectedP: 2, expectedT: 7,
            hasChanges: false),
        LifeRow(
            number: 11, t: .null, operation: .refreshTrue, expectedP: 2, expectedT: nil, hasChanges: true),
        LifeRow(
            number: 12, t: .five, isSaved: true, operation: .refreshAll, expectedP: 2, expectedT: nil,
            hasChanges: false),
        LifeRow(
            number: 13, p: 3, t: .five, operation: .refreshAll, expectedP: 3, expectedT: 5, hasChanges: true),
        LifeRow(
            number: 14, p: 3, t: .five, operation: .rollback, expectedP: 1, expectedT: nil, hasChanges: false),
        LifeRow(number: 15, t: .five, operation: .undo, expectedP: 1, expectedT: nil, hasChanges: false),
        LifeRow(number: 16, t: .five, operation: .redo, expectedP: 1, expectedT: 5, hasChanges: true),
        LifeRow(number: 17, t: .five, operation: .save, expectedP: 1, expectedT: 5, hasChanges: false),
        LifeRow(
            number: 18, p: 3, t: .five, operation: .saveConflict, expectedP: 3, expectedT: 5, hasChanges: true
        ),
        LifeRow(
            number: 19, p: 3, t: .five, operation: .recoveredSave, expectedP: 3, expectedT: 5,
            hasChanges: false),
        LifeRow(number: 20, t: .five, operation: .reset, expectedP: nil, expectedT: nil, hasChanges: false),
    ]
}

/// What kind of property `t` is: rule TRN-233 asks the same of relationships.
enum TransientKind: String, CaseIterable, Sendable {
    case attribute = "t"
    case toOne = "other"
    case toMany = "others"
    case ordered = "row"
}
