// SPDX-License-Identifier: Apache-2.0
// The XML attributes of one element of a model source. The reader takes them one by one and keeps the rest as tool
// attributes. Used by XMLModelReader.swift.

import PerdurePropertyList

/// The XML attributes of an element that the reader has not taken yet.
struct SourceFields {
    private(set) var rest: [String: String]

    init(_ element: XMLTree) { rest = element.attributes }

    /// The fields of a source in another form.
    init(_ fields: [String: String]) { rest = fields }

    /// Takes a text.
    mutating func text(_ name: String) -> String? { rest.removeValue(forKey: name) }

    /// Takes a flag; absent means no.
    mutating func flag(_ name: String) -> Bool { text(name).map(Self.isYes) ?? false }

    /// Takes a whole number; any other text counts as absent.
    mutating func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

    /// Takes a text that a function can convert; leaves any other text in place.
    mutating func extract<Value>(_ name: String, as convert: (String) -> Value?) -> Value? {
        guard let value = rest[name].flatMap(convert) else { return nil }
        rest[name] = nil
        return value
    }

    static func isYes(_ text: String) -> Bool { ["YES", "yes", "true", "1"].contains(text) }
}
