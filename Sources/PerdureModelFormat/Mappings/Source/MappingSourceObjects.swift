// SPDX-License-Identifier: Apache-2.0
// The objects of a mapping model's source: `xcmapping.xml` is a Core Data store in XML. MappingSource.swift says what they
// mean.

import Foundation
import PerdurePropertyList

/// One object of the store.
struct MappingSourceObject {
    let type: String
    let id: String
    let line: Int
    /// The attributes as texts.
    private let values: [String: String]
    /// The IDs that each relationship refers to.
    private let references: [String: [String]]

    fileprivate init(_ element: XMLTree) throws {
        guard let type = element.attributes["type"], let id = element.attributes["id"] else {
            throw PropertyListError("line \(element.line): an object has no type or no id")
        }
        (self.type, self.id, line) = (type, id, element.line)
        values = Dictionary(
            element.children(named: "attribute").compactMap { child in
                child.attributes["name"].map { ($0, child.text) }
            }, uniquingKeysWith: { first, _ in first })
        references = Dictionary(
            element.children(named: "relationship").compactMap { child in
                let ids = (child.attributes["idrefs"] ?? "").split(whereSeparator: \.isWhitespace)
                return child.attributes["name"].map { ($0, ids.map(String.init)) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// A text; nil for none and for an empty one.
    func text(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }

    func flag(_ name: String) -> Bool { ["1", "true", "YES"].contains(values[name]) }

    func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }

    /// Bytes, which stand as base64.
    ///
    /// - Throws: `PropertyListError` for a text that is none.
    func data(_ name: String) throws -> Data? {
        guard let text = text(name) else { return nil }
        guard let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            throw PropertyListError("line \(line): the data '\(name)' are no base64")
        }
        return data
    }

    func ids(_ relationship: String) -> [String] { references[relationship] ?? [] }
}

/// All objects of the store.
struct MappingSourceObjects {
    /// In the order of the file.
    let all: [MappingSourceObject]
    private let byID: [String: MappingSourceObject]

    init(_ data: Data) throws {
        guard !data.isEmpty else { throw PropertyListError("the file is empty") }
        let root = try XMLTree.parse(data, allowsDocumentType: true)
        guard root.name == "database" else {
            throw PropertyListError("the root element is '\(root.name)', not 'database'")
        }
        all = try root.children(named: "object").map(MappingSourceObject.init)
        byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        guard byID.count == all.count else { throw PropertyListError("two objects have one id") }
    }

    /// The objects of one type that a relationship refers to, each once.
    ///
    /// - Throws: `PropertyListError` for an ID without such an object.
    func members(_ relationship: String, of object: MappingSourceObject, type: String) throws
        -> [MappingSourceObject]
    {
        var seen: Set<String> = []
        return try object.ids(relationship).filter { seen.insert($0).inserted }.map { id in
            guard let member = byID[id], member.type == type else {
                throw PropertyListError(
                    "line \(object.line): '\(relationship)' refers to '\(id)', which is no object of type \(type)"
                )
            }
            return member
        }
    }
}
