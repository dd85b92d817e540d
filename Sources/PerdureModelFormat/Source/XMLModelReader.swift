// SPDX-License-Identifier: Apache-2.0
// Reads the model level of model sources, the `contents` files of .xcdatamodel folders. Entities are read in
// XMLModelReader+Entities.swift, properties in +Properties, predicates and expressions in +Predicates.

import Foundation
import PerdurePropertyList

/// Reads the XML of a model source.
///
/// Reading is lenient. The reader keeps unknown attributes as tool attributes and ignores unknown elements.
/// `ModelDocument.problems()` reports contradictions.
package struct XMLModelReader {
    let path: String?
    /// The composite types of the model, by name.
    private(set) var composites: [String: XMLTree] = [:]
    /// How many elements of composite attributes the reader may still make.
    ///
    /// Without this bound, composites that use each other several times would grow exponentially.
    var remainingElements = 20_000

    /// Reads a source.
    ///
    /// - Parameters:
    ///   - data: the contents of the file.
    ///   - path: the file's path, for errors.
    /// - Returns: the model.
    /// - Throws: `ModelFormatError`.
    package static func read(data: Data, path: String? = nil) throws -> ModelDocument {
        let root: XMLTree
        do {
            guard !data.isEmpty else { throw PropertyListError("the file is empty") }
            root = try XMLTree.parse(data)
        } catch let error as PropertyListError {
            throw ModelFormatError(.malformed, "this is no readable model source: \(error)", path: path)
        }
        guard root.name == "model" else {
            let reason = "this is no model source: its root element is '\(root.name)', not 'model'"
            throw ModelFormatError(.malformed, reason, path: path)
        }
        var reader = XMLModelReader(path: path)
        do { return try reader.model(root) } catch var error as ModelFormatError {
            error.path = error.path ?? path
            throw error
        }
    }

    private init(path: String?) { self.path = path }

    private mutating func model(_ root: XMLTree) throws -> ModelDocument {
        var model = ModelDocument()
        var fields = SourceFields(root)
        if let identifier = fields.text("userDefinedModelVersionIdentifier") {
            model.versionIdentifiers = [identifier]
        }
        model.toolAttributes = fields.rest
        for composite in root.children(named: "composite") {
            if let name = composite.attributes["name"] { composites[name] = composite }
        }
        model.entities = try root.children(named: "entity").map { try entity($0) }
        model.configurations = try root.children(named: "configuration").map(configuration)
        model.composites = try readComposites(of: root)
        for element in root.children(named: "fetchRequest") {
            model.fetchRequestTemplates[try name(of: element)] = try fetchRequest(element, owner: nil)
        }
        try model.checkDepth()
        return model
    }

    private func configuration(_ element: XMLTree) throws -> ConfigurationDocument {
        var fields = SourceFields(element)
        _ = fields.text("name")
        let members = element.children(named: "memberEntity").compactMap { $0.attributes["name"] }
        var configuration = ConfigurationDocument(name: try name(of: element), entityNames: members)
        configuration.toolAttributes = fields.rest
        return configuration
    }

    /// The name of an element that must have one.
    func name(of element: XMLTree, entity: String? = nil) throws -> String {
        guard let name = element.attributes["name"], !name.isEmpty else {
            let reason = "line \(element.line): a '\(element.name)' has no name"
            throw ModelFormatError(.malformed, reason, path: path, entity: entity)
        }
        return name
    }

    /// The entries of the userInfo child.
    func userInfo(_ element: XMLTree) -> [String: String] {
        var result: [String: String] = [:]
        for entry in element.children(named: "userInfo").flatMap({ $0.children(named: "entry") }) {
            guard let key = entry.attributes["key"] else { continue }
            result[key] = entry.attributes["value"] ?? ""
        }
        return result
    }
}
