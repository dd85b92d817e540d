// SPDX-License-Identifier: Apache-2.0
// The header of an XML store, read and written: version, UUID, the last number of an object, and the metadata as a property list.

import Foundation
import Perdure
import PerdurePropertyList

/// What `databaseInfo` says.
struct XMLStoreHeader {
    /// The version of the form that all known files have.
    private static let version = "134481920"
    private static let elements = ["version", "UUID", "nextObjectID", "metadata"]

    var metadata: [String: PropertyListValue]
    /// The highest number that was given out: `nextObjectID` is that of the last object in all known files.
    let lastNumber: Int64

    init(metadata: [String: PropertyListValue], lastNumber: Int64) {
        self.metadata = metadata
        self.lastNumber = lastNumber
    }

    /// Reads the element.
    ///
    /// - Throws: `FileDamage` for another element, and for what is missing in it.
    init(_ part: XMLPart) throws {
        guard part.root == "database" else { throw FileDamage("its outermost element is no database") }
        let element = part.element
        guard element.name == "databaseInfo" else {
            throw element.damage("the first element of a database is databaseInfo")
        }
        let names = element.children.map(\.name)
        guard element.attributes.isEmpty, element.hasNoText, names.sorted() == Self.elements.sorted() else {
            throw element.damage(
                "databaseInfo has other elements than \(Self.elements.joined(separator: ", "))")
        }
        let parts = Dictionary(zip(names, element.children)) { first, _ in first }
        let texts = parts.mapValues { $0.text.trimmingCharacters(in: .whitespacesAndNewlines) }
        guard texts["version"] == Self.version else {
            throw element.damage("the version \(texts["version"] ?? "") of the form is not known")
        }
        guard let identifier = texts["UUID"], !identifier.isEmpty else {
            throw element.damage("the UUID is empty")
        }
        guard let number = texts["nextObjectID"].flatMap({ Int64($0) }), number >= 0, number < .max else {
            throw element.damage("nextObjectID is no number that objects may have")
        }
        lastNumber = number
        metadata = try Self.entries(parts["metadata"] ?? element)
        metadata[NSStoreUUIDKey] = .string(identifier)
        metadata[NSStoreTypeKey] = .string(NSXMLStoreType)
    }

    private static func entries(_ element: XMLTree) throws -> [String: PropertyListValue] {
        guard element.hasNoText, element.children.count == 1, element.children[0].name == "plist" else {
            throw element.damage("the metadata are no property list")
        }
        do {
            let list = try XMLPropertyList.value(of: element.children[0])
            if let entries = list.dictionaryValue { return entries }
        } catch let error as PropertyListError {
            throw FileDamage("the metadata cannot be read: \(error)")
        }
        throw element.damage("the metadata are no dictionary")
    }

    /// The element, with its indentation and a line break.
    ///
    /// - Throws: `StoreError.invalidMetadata` for metadata that XML cannot hold.
    func text() throws -> String {
        var entries = metadata
        // These two stand elsewhere.
        let identifier = entries.removeValue(forKey: NSStoreUUIDKey)?.stringValue ?? UUID().uuidString
        entries[NSStoreTypeKey] = nil
        let plist: String
        do {
            plist = try XMLPropertyListWriter.element(
                .dictionary(entries), indentation: String(repeating: " ", count: 12))
        } catch let error as PropertyListError {
            throw CocoaError(
                .propertyListWriteInvalid,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The metadata cannot be written into an XML store: \(error.reason). Set other values."
                ])
        }
        return """
                <databaseInfo>
                    <version>\(Self.version)</version>
                    <UUID>\(try XMLText.escaped(identifier))</UUID>
                    <nextObjectID>\(lastNumber)</nextObjectID>
                    <metadata>
            \(plist)        </metadata>
                </databaseInfo>

            """
    }
}

extension XMLTree {
    /// Damage in an element, with its line.
    func damage(_ reason: String) -> FileDamage { FileDamage("line \(line): \(reason)") }

    /// Whether there is nothing but white space beside the children.
    var hasNoText: Bool { text.allSatisfy(\.isWhitespace) }
}
