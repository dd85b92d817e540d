// SPDX-License-Identifier: Apache-2.0
// How one version of a model becomes another. InferredMappings.swift makes one from two models.

import Foundation
import PerdureBase
import PerdureModel
import PerdurePredicates
import PerdureStore

/// How the objects of one version of a model become those of another: a list of entity mappings.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// for entity in mapping.entityMappings { print(entity.name!) }
/// ```
open class NSMappingModel: NSObject, NSCopying {
    private var mappings: [NSEntityMapping] = []

    /// The entity mappings, in the order in which they are carried out.
    open var entityMappings: [NSEntityMapping]! {
        get { mappings }
        set { mappings = newValue ?? [] }
    }

    /// The entity mappings by their names.
    ///
    /// Two mappings of one name are an exception, which stops the process.
    open var entityMappingsByName: [String: NSEntityMapping] {
        var found: [String: NSEntityMapping] = [:]
        for mapping in mappings where found.updateValue(mapping, forKey: mapping.name) != nil {
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
            model.mappings = InferredMappings(try InferredMigration(from: source, to: destination)).all
            return model
        } catch {
            throw error.error()
        }
    }

    /// Makes an independent copy, with copies of the entity mappings.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: A model with the same mappings.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSMappingModel()
        // The copy of a mapping is a mapping.
        copy.mappings = mappings.map { $0.copy() as! NSEntityMapping }
        return copy
    }
}

/// The wording of exceptions.
private enum MappingTexts {
    static func repeatedName(_ name: String) -> String {
        "The mapping model has two entity mappings named \"\(name)\". Give each a name of its own."
    }
}
