// SPDX-License-Identifier: Apache-2.0
// Reads the model level of compiled models (.mom) and of the model caches of stores. Entities are read in
// CompiledModelReader+Entities.swift, properties in +Properties, fetch requests in +Requests.

import Foundation
import PerdurePropertyList

/// Reads the keyed archive of a model.
///
/// The lists in the document are sorted by name, because archives have no order of their own.
package struct CompiledModelReader {
    let archive: KeyedArchive
    let predicates: ArchivedPredicateReader
    /// Whether the archive is a model cache, which repeats inherited properties and indexes in every entity.
    var isCache = false
    /// How many composite attributes enclose the current attribute.
    var compositeDepth = 0
    /// The names of the entities read so far, by the UID of the entity.
    private var entityNames: [Int: String] = [:]

    /// Reads a compiled model or an inflated model cache.
    ///
    /// - Parameters:
    ///   - data: the contents of the file.
    ///   - path: the file's path, for errors.
    /// - Returns: the model.
    /// - Throws: `ModelFormatError`.
    package static func read(data: Data, path: String? = nil) throws -> ModelDocument {
        do {
            guard !data.isEmpty else { throw PropertyListError("the file is empty") }
            var reader = CompiledModelReader(archive: try KeyedArchive(data))
            return try reader.model()
        } catch let error as PropertyListError {
            throw ModelFormatError(.malformed, "this is no readable compiled model: \(error)", path: path)
        } catch var error as ModelFormatError {
            error.path = error.path ?? path
            throw error
        }
    }

    /// Reads an archive of one fetch request.
    ///
    /// - Parameter data: the archive.
    /// - Returns: the request.
    /// - Throws: `PropertyListError`, `ModelFormatError`.
    package static func readRequest(_ data: Data) throws -> FetchRequestDocument {
        var reader = CompiledModelReader(archive: try KeyedArchive(data))
        let root = try reader.archive.elements(.uid(reader.archive.root()))?.first
        guard let request = try reader.fetchRequest(root) else {
            throw PropertyListError("the archive holds no fetch request")
        }
        return request
    }

    private init(archive: KeyedArchive) {
        self.archive = archive
        predicates = ArchivedPredicateReader(archive: archive)
    }

    private mutating func model() throws -> ModelDocument {
        guard case .instance(let root) = try archive.object(try archive.root()) else {
            throw PropertyListError("the archive's root is no object")
        }
        guard root.isKind(of: "NSManagedObjectModel") else {
            let hint = root.className == "NSMappingModel" ? "; it is a mapping model" : ""
            throw PropertyListError(
                "the archive holds an object of class \(root.className), not a model\(hint)")
        }
        if case .instance(let entities) = try archive.resolve(root.fields["NSEntities"]) {
            isCache = entities.className == "NSKnownKeysDictionary1"
        }
        var model = ModelDocument()
        let entities = try archive.namedEntries(root.fields["NSEntities"]) ?? [:]
        for (_, field) in entities.inByteOrder(of: \.key) {
            model.entities.append(try entity(field))
        }
        try model.checkDepth()
        if isCache { model.dropInheritedCopies() }
        model.versionIdentifiers = Set(try strings(root.fields["NSVersionIdentifiers"]))
        for (name, field) in try archive.namedEntries(root.fields["NSFetchRequestTemplates"]) ?? [:] {
            model.fetchRequestTemplates[name] = try fetchRequest(field)
        }
        model.configurations = try configurations(root.fields["NSConfigurations"])
        return model
    }

    private mutating func configurations(_ field: PropertyListValue?) throws -> [ConfigurationDocument] {
        var result: [ConfigurationDocument] = []
        for (name, members) in try archive.namedEntries(field) ?? [:] {
            var names: [String] = []
            for member in try archive.elements(members) ?? [] {
                if let name = try entityName(member) { names.append(name) }
            }
            result.append(ConfigurationDocument(name: name, entityNames: names))
        }
        return result.inByteOrder(of: \.name)
    }

    /// The name of the entity that a field refers to; the field may hold the entity or its name.
    mutating func entityName(_ field: PropertyListValue?) throws -> String? {
        if let uid = field?.uidValue, let name = entityNames[uid] { return name }
        switch try archive.resolve(field) {
        case .instance(let instance) where instance.isKind(of: "NSEntityDescription"):
            let name = try archive.string(instance.fields["NSEntityName"])
            entityNames[instance.uid] = name
            return name
        case .null: return nil
        default: return try archive.string(field)
        }
    }

    /// The strings of a collection; other members are left out.
    func strings(_ field: PropertyListValue?) throws -> [String] {
        try (archive.elements(field) ?? []).compactMap { try archive.string($0) }
    }

    /// A user info dictionary.
    ///
    /// Numbers become text; only models built in code have them.
    func userInfo(_ field: PropertyListValue?) throws -> [String: String] {
        try (archive.namedEntries(field) ?? [:]).compactMapValues { value in
            if let text = try archive.string(value) { return text }
            switch try archive.resolve(value) {
            case .value(.integer(let number)): return String(number)
            case .value(.real(let number)): return number.description
            case .value(.boolean(let flag)): return flag ? "YES" : "NO"
            default: return nil
            }
        }
    }

    /// The text of a field; nil for null, for an empty text, and for the name that the field has by default.
    func text(_ field: PropertyListValue?, unless name: String = "") throws -> String? {
        guard let text = try archive.string(field), !text.isEmpty, text != name else { return nil }
        return text
    }
}

extension ModelDocument {
    /// Removes from each entity the properties and indexes that one of its ancestors has too.
    fileprivate mutating func dropInheritedCopies() {
        let byName = Dictionary(entities.map { ($0.name, $0) }) { first, _ in first }
        for index in entities.indices {
            var seen: Set<String> = [entities[index].name]
            var parent = entities[index].superentityName.flatMap { byName[$0] }
            while let ancestor = parent, seen.insert(ancestor.name).inserted {
                entities[index].drop(whatIsIn: ancestor)
                parent = ancestor.superentityName.flatMap { byName[$0] }
            }
        }
    }
}

extension EntityDocument {
    fileprivate mutating func drop(whatIsIn ancestor: EntityDocument) {
        let names = Set(ancestor.propertyNames)
        attributes.removeAll { names.contains($0.traits.name) }
        relationships.removeAll { names.contains($0.traits.name) }
        fetchedProperties.removeAll { names.contains($0.traits.name) }
        let indexNames = Set(ancestor.indexes.map(\.name))
        indexes.removeAll { indexNames.contains($0.name) }
    }

    /// The names of all own properties.
    package var propertyNames: [String] {
        attributes.map(\.traits.name) + relationships.map(\.traits.name)
            + fetchedProperties.map(\.traits.name)
    }
}
