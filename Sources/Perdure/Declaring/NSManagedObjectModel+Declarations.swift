// SPDX-License-Identifier: Apache-2.0
// Models from classes that declare their entities. DeclarationBuilder.swift does the work.

import Foundation
import PerdureBase

extension NSManagedObjectModel {
    /// Makes the model that classes declare.
    ///
    /// ```swift
    /// let model = NSManagedObjectModel(for: Movie.self, Review.self)
    /// ```
    ///
    /// The model also gets the superclasses that have entities and the classes at the other ends of relationships. Subclasses
    /// cannot be found and must be given. The process stops when a declaration contradicts another one; `declared(by:)` throws
    /// instead.
    ///
    /// ## Compatibility
    /// Apple's class has no such initializer.
    ///
    /// - Parameter types: Classes marked with `@ManagedObject`.
    public convenience init(for types: NSManagedObject.Type...) { self.init(for: types) }

    /// Makes the model that an array of classes declares, like `init(for:)`.
    ///
    /// - Parameter types: Classes marked with `@ManagedObject`.
    public convenience init(for types: [NSManagedObject.Type]) {
        self.init()
        do {
            try DeclarationBuilder(into: self).build(types)
            try validate()
        } catch let exception as CoreDataException {
            exception.stop()
        } catch {
            CoreDataException.invalidArgument("\(error)").stop()
        }
    }

    /// Makes the model that classes declare, and throws in the cases where `init(for:)` stops the process.
    ///
    /// - Parameter types: Classes marked with `@ManagedObject`.
    /// - Returns: A model that may be edited.
    /// - Throws: `CoreDataException` that names class, entity and property.
    public class func declared(by types: [NSManagedObject.Type]) throws -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        try DeclarationBuilder(into: model).build(types)
        try model.validate()
        return model
    }
}
