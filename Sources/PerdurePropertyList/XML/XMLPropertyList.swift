// SPDX-License-Identifier: Apache-2.0
// The values of an XML property list, read from its tree (XMLTree.swift). XMLPropertyListWriter.swift writes them.

import Foundation

/// Turns the elements of an XML property list into values.
package enum XMLPropertyList {
    /// The value of a whole document.
    package static func value(of root: XMLTree) throws -> PropertyListValue {
        guard root.name == "plist" else { return try element(root) }
        guard root.children.count == 1 else {
            throw PropertyListError(
                "line \(root.line): a property list holds one value, not \(root.children.count)")
        }
        return try element(root.children[0])
    }

    private static func element(_ tree: XMLTree) throws -> PropertyListValue {
        switch tree.name {
        case "dict": return try dictionary(tree)
        case "array": return .array(try tree.children.map(element))
        case "string": return .string(tree.text)
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default:
            guard let value = scalar(tree, text: tree.text.trimmingCharacters(in: .whitespacesAndNewlines))
            else {
                throw PropertyListError("line \(tree.line): '\(tree.name)' is no value of a property list")
            }
            return value
        }
    }

    private static func scalar(_ tree: XMLTree, text: String) -> PropertyListValue? {
        switch tree.name {
        case "integer": integer(text)
        case "real": Double(text).map { .real($0) }
        case "date": date(text).map { .date($0) }
        case "data": Data(base64Encoded: tree.text, options: .ignoreUnknownCharacters).map { .data($0) }
        default: nil
        }
    }

    private static func dictionary(_ tree: XMLTree) throws -> PropertyListValue {
        guard tree.children.count.isMultiple(of: 2) else {
            throw PropertyListError("line \(tree.line): a dictionary has a key without a value")
        }
        var result: [String: PropertyListValue] = [:]
        for index in stride(from: 0, to: tree.children.count, by: 2) {
            let key = tree.children[index]
            guard key.name == "key" else {
                throw PropertyListError("line \(key.line): a dictionary's key is missing")
            }
            guard result.updateValue(try element(tree.children[index + 1]), forKey: key.text) == nil else {
                throw PropertyListError("line \(key.line): the key '\(key.text)' stands twice")
            }
        }
        return .dictionary(result)
    }

    private static func integer(_ text: String) -> PropertyListValue? {
        if let value = Int64(text) { return .integer(value) }
        if let value = UInt64(text) { return .unsigned(value) }
        return text.hasPrefix("0x") ? Int64(text.dropFirst(2), radix: 16).map { .integer($0) } : nil
    }

    /// `2026-01-31T12:00:00Z`, the only form that property lists use.
    private static func date(_ text: String) -> Date? {
        try? Date(text, strategy: .iso8601)
    }
}
