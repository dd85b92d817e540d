// SPDX-License-Identifier: Apache-2.0
// The kinds of values that can be compared with each other. ColumnForm.swift gives each type its kind.

/// Kinds of values.
///
/// Values of one kind can be compared.
///
/// The raw value is for messages.
enum ValueKind: String {
    case number = "a number"
    case text = "a string"
    case date = "a date"
    case data = "data"
    case uuid = "a UUID"
    case reference = "a stored object"
}
