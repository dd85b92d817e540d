// SPDX-License-Identifier: Apache-2.0
// Sets and dictionaries as predicates see them. A value that cannot be read is empty here and no error: one damaged row must
// not end a fetch of all others.

import Foundation
import PerdurePredicates
import PerdurePropertyList

extension MergeRule {
    /// The content of a stored value; empty where the bytes cannot be read.
    package func readable(_ stored: StoredValue) -> MergeContent {
        (try? content(of: stored)) ?? emptyContent
    }

    /// The form of a stored value that fetches read; nil for counters and values, which are plain attributes.
    func shown(_ stored: StoredValue) -> Any? {
        switch readable(stored) {
        case .set(let elements): elements.constant
        case .dictionary(let values): DictionaryEntries(values.mapValues { ConstantValue($0) })
        default: nil
        }
    }

    /// Whether the value has parts, which fetches ask for: elements of a set, keys of a dictionary.
    package var hasParts: Bool { kind == .set || kind == .dictionary }

    /// Whether the keys after the attribute's name in a key path name something that the attribute has.
    package func allows(_ rest: some Collection<String>) -> Bool {
        switch kind {
        case .set: rest.elementsEqual(["@count"])
        case .dictionary: !rest.isEmpty && rest.allSatisfy { !$0.hasPrefix("@") }
        case .counter, .value: rest.isEmpty
        }
    }
}

extension Set<MergeElement> {
    /// The elements as a constant.
    package var constant: ConstantValue { .set(Set<ConstantValue>(map { ConstantValue($0) })) }
}

extension MergeContent {
    /// The value at a path of keys in a dictionary; nil where there is none.
    package func entry(at path: some Collection<String>) -> ConstantValue? {
        guard case .dictionary(let values) = self, let first = path.first else { return nil }
        let value = path.dropFirst().reduce(values[first]) { $0?.dictionaryValue?[$1] }
        return value == .null ? nil : value.map { ConstantValue($0) }
    }

    /// How many elements or keys there are.
    package var partCount: Int {
        switch self {
        case .set(let elements): elements.count
        case .dictionary(let values): values.count
        default: 0
        }
    }
}

extension ConstantValue {
    /// An element of a set as a constant.
    package init(_ element: MergeElement) {
        self =
            switch element {
            case .string(let text): .string(text)
            case .integer(let number): .integer(number)
            case .uuid(let uuid): .uuid(uuid)
            case .uri(let text): URL(string: text).map { .url($0) } ?? .string(text)
            }
    }

    /// A value of a property list as a constant.
    init(_ plist: PropertyListValue) {
        self =
            switch plist {
            case .null: .null
            case .boolean(let flag): .boolean(flag)
            case .integer(let number): .integer(number)
            case .unsigned(let number): .decimal(Decimal(number))
            case .real(let number): .double(number)
            case .string(let text): .string(text)
            case .date(let date): .date(date)
            case .data(let data): .data(data)
            case .array(let values), .set(let values): .array(values.map { ConstantValue($0) })
            case .dictionary(let values): .dictionary(values.mapValues { ConstantValue($0) })
            case .uid(let number): .integer(Int64(number))
            }
    }
}

extension StoredValue {
    /// Makes an entry of a dictionary ready for sorting and computing.
    ///
    /// Collections have no order of their own: all become the same empty data.
    package init(entry constant: ConstantValue?) {
        self =
            switch constant {
            case nil, .null, .reference, .object: .null
            case .boolean(let flag): .integer(flag ? 1 : 0)
            case .integer(let number): .integer(number)
            case .double(let number): number.isNaN ? .null : .double(number)
            case .decimal(let number): .double(number.nearestDouble)
            case .string(let text): .string(text)
            case .url(let url): .string(url.absoluteString)
            case .date(let date): .double(date.timeIntervalSinceReferenceDate)
            case .data(let data): .data(data)
            case .uuid(let uuid): .uuid(uuid)
            case .array, .set, .dictionary: .data(Data())
            }
    }

    /// The entry if it is a number; null otherwise.
    package var entryNumber: StoredValue {
        switch self {
        case .integer, .double: self
        default: .null
        }
    }
}
