// SPDX-License-Identifier: Apache-2.0
// How one version of a model becomes another. InferredMappings.swift makes one from two models, Archives/ and Finding/
// have files.

import Foundation
import PerdureBase
import PerdureModel
import PerdureModelFormat
import PerdurePredicates
import PerdureStore

/// How the objects of one version of a model become those of another: a list of entity mappings.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// for entity in mapping.entityMappings { print(entity.name!) }
/// ```
///
/// A mapping model that a migration has used cannot be changed any more; trying to stops the process.
open class NSMappingModel: NSObject, NSCopying, NSSecureCoding {
    struct Facts {
        var mappings: [NSEntityMapping] = []
        /// Whether the mappings come from a file, whose hashes of entities with derived attributes say nothing.
        var isFromFile = false
    }

    var facts = Facts() { willSet { seal.requireOpen() } }
    /// Whether the mappings come from a file.
    package final var isFromFile: Bool { facts.isFromFile }
    private var seal = MappingSeal()

    /// The entity mappings, in the order in which they are carried out.
    open var entityMappings: [NSEntityMapping]! {
        get { facts.mappings }
        set { facts.mappings = newValue ?? [] }
    }

    /// The entity mappings by their names.
    ///
    /// Two mappings of one name are an exception, which stops the process.
    open var entityMappingsByName: [String: NSEntityMapping] {
        var found: [String: NSEntityMapping] = [:]
        for mapping in facts.mappings where found.updateValue(mapping, forKey: mapping.name) != nil {
            CoreDataException.invalidArgument(MappingTexts.repeatedName(mapping.name)).stop()
        }
        return found
    }

    /// Makes a model without mappings.
    public override init() {}

    /// Infers how objects of one version become those of another.
    ///
    /// Entities and properties pair by renaming identifier, then by name. No file is read, and both models stay editable.
    ///
    /// - Parameters:
    ///   - sourceModel: The version that a store has.
    ///   - destinationModel: The version that it shall have.
    /// - Returns: A mapping for each pair of entities, each added and each removed entity.
    /// - Throws: 134190 with "entity", "property" and "reason" for the first property, by name, that cannot be inferred;
    ///   `NSDetailedErrorsKey` lists all where there are several. `CoreDataException` for a model that cannot be used.
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let source = try SchemaCompiler(sourceModel).schema()
        let destination = try SchemaCompiler(destinationModel).schema()
        do {
            let model = NSMappingModel()
            model.facts.mappings = InferredMappings(try InferredMigration(from: source, to: destination)).all
            return model
        } catch {
            throw error.error()
        }
    }

    /// Makes an independent copy, with copies of the entity mappings; it can be changed.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A model with the same mappings.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSMappingModel()
        copy.facts = facts
        // The copy of a mapping is a mapping.
        copy.facts.mappings = facts.mappings.map { $0.copy() as! NSEntityMapping }
        return copy
    }

    /// Puts the model to use: checks its names, and makes it immutable.
    ///
    /// - Throws: `CoreDataException` for two entity mappings of one name.
    package final func freeze() throws {
        var names: Set<String> = []
        for mapping in facts.mappings where !names.insert(mapping.name).inserted {
            throw CoreDataException.invalidArgument(MappingTexts.repeatedName(mapping.name))
        }
        seal.close()
        facts.mappings.forEach { $0.close() }
    }

    // MARK: Files and archives

    /// Reads a mapping model from a file; nil when there is none, or when it cannot be read.
    ///
    /// `load(contentsOf:)` reports the error instead.
    ///
    /// - Parameter url: A compiled mapping model (`.cdm`), or its source (an `.xcmappingmodel` folder), which Apple's
    ///   initializer does not read.
    public init?(contentsOf url: URL?) {
        guard let url, url.isFileURL, let document = try? MappingFile.read(at: url) else { return nil }
        super.init()
        facts = Facts(document)
    }

    /// Reads a mapping model from the contents of a `.cdm` file, or of the file in an `.xcmappingmodel` folder.
    ///
    /// - Parameter data: The contents. Untrusted data is safe: the reader makes nothing but mappings.
    /// - Throws: `CocoaError.fileReadCorruptFile` for damaged data, with mapping and property in its description.
    public init(archivedData data: Data) throws {
        let document = try ErrorTranslation.translating { try MappingFile.read(data: data) }
        super.init()
        facts = Facts(document)
    }

    /// Archives hold no other class, so they are secure.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the mapping model into an archive.
    ///
    /// ## Compatibility
    /// Foundation's archiver on Linux cannot write the names of Apple's classes, so its archive is no `.cdm` file;
    /// `archivedData()` is one. What a file cannot hold is nil when the archive is read.
    ///
    /// - Parameter coder: The archiver.
    open func encode(with coder: NSCoder) {
        MappingCoding.encode(coder) { try CompiledMappingWriter.write(try document()) }
    }

    /// Reads a mapping model from an archive.
    ///
    /// - Parameter coder: The unarchiver.
    public required init?(coder: NSCoder) {
        let read = MappingCoding.decode(coder) { try CompiledMappingReader.read(data: $0) }
        guard let document = read else { return nil }
        super.init()
        facts = Facts(document)
    }
}
