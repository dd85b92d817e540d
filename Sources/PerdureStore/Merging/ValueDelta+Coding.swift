// SPDX-License-Identifier: Apache-2.0
// The stored value in a change as a property list: its type and what it holds. Part of AttributeDelta+Coding.swift.

import Foundation
import PerdurePropertyList

extension ValueDelta {
    /// Reads the form that `StoredValue.plist` wrote; an empty list is no change.
    init(plist: [PropertyListValue]) throws {
        if plist.isEmpty { self = .none } else { self = ValueDelta(try StoredValue(plist: plist)) }
    }
}

extension StoredValue {
    /// The type's name, then the value's content.
    func plist() throws -> PropertyListValue {
        switch self {
        case .null: .array([.string("null")])
        case .integer(let number): .array([.string("integer"), .integer(number)])
        case .double(let number): .array([.string("double"), .real(number)])
        case .string(let text): .array([.string("string"), .string(text)])
        case .date(let seconds): .array([.string("date"), .real(seconds)])
        case .data(let data): .array([.string("data"), .data(data)])
        case .uuid(let uuid): .array([.string("uuid"), .string(uuid.uuidString)])
        case .decimal(let box): .array([.string("decimal"), .string("\(box.value)")])
        case .composite(let leaves): .array([.string("composite")] + (try leaves.map { try $0.plist() }))
        case .reference: throw MergeError.unusable("a value of this kind has no stored form")
        }
    }

    init(plist: [PropertyListValue]) throws {
        if plist.first?.stringValue == "composite" {
            self = .composite(
                try plist.dropFirst().map { try StoredValue(plist: $0.arrayValue ?? []) })
            return
        }
        guard let value = Self.leaf(plist) else {
            throw MergeError.unreadable("a value of a change is none")
        }
        self = value
    }

    private static func leaf(_ plist: [PropertyListValue]) -> StoredValue? {
        if plist.count == 1, plist[0].stringValue == "null" { return .null }
        guard plist.count == 2, let type = plist[0].stringValue else { return nil }
        let value = plist[1]
        return switch type {
        case "integer": value.integerValue.map { .integer($0) }
        case "double": value.realValue.map { .double($0) }
        case "string": value.stringValue.map { .string($0) }
        case "date": value.realValue.map { .date($0) }
        case "data": value.dataValue.map { .data($0) }
        case "uuid": value.stringValue.flatMap(UUID.init(uuidString:)).map { .uuid($0) }
        case "decimal":
            value.stringValue.flatMap { Decimal(string: $0) }.map { .decimal(DecimalBox($0)) }
        default: nil
        }
    }
}
