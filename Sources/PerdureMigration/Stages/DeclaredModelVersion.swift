// SPDX-License-Identifier: Apache-2.0
// Versions of a model that classes declare, so that a program without model files keeps its former versions: as sources of
// migrations, for stages and for mapping models. Deciding/FormerVersions.swift keeps them.

import Foundation
import Perdure
import PerdureBase
import PerdureModel

/// A version of a model that classes declare.
///
/// The classes of a version stand in a type of their own, so that two versions may have classes of one name:
///
/// ```swift
/// enum LibraryV1: DeclaredModelVersion {
///     static var entityClasses: [NSManagedObject.Type] { [Book.self] }
///
///     @ManagedObject final class Book: NSManagedObject {
///         var title: String = ""
///     }
/// }
///
/// enum LibraryV2: DeclaredModelVersion {
///     static var entityClasses: [NSManagedObject.Type] { [Book.self] }
///
///     @ManagedObject final class Book: NSManagedObject {
///         @Attribute(originalName: "title") var name: String = ""
///         var pages: Int?
///     }
/// }
///
/// let container = NSPersistentContainer(name: "Library", managedObjectModel: LibraryV2.model)
/// NSManagedObjectModel.registerFormerVersions(LibraryV1.self)
/// ```
///
/// ## Compatibility
/// An addition: Apple's framework has versions in model files only.
public protocol DeclaredModelVersion: SendableMetatype {
    /// The classes of the version, marked with `@ManagedObject`; those at the other ends of relationships may be left out.
    static var entityClasses: [NSManagedObject.Type] { get }
}

extension DeclaredModelVersion {
    /// The model of the version: one instance for the whole process.
    ///
    /// It is made at the first use. The process stops when the declarations contradict each other, as it does in
    /// `NSManagedObjectModel(for:)`.
    public static var model: NSManagedObjectModel { DeclaredModels.model(of: self) }

    /// A reference to the model, for custom stages.
    public static var modelReference: NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }
}

extension NSManagedObjectModel {
    /// Names former versions of a model, so that stores of them can be migrated; see `registerFormerVersion(_:)`.
    ///
    /// A version's model is made when the first store of another version is added.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter versions: The versions, in any order.
    public class func registerFormerVersions(_ versions: any DeclaredModelVersion.Type...) {
        for version in versions { registerFormerVersion(version.model) }
    }
}

extension NSLightweightMigrationStage {
    /// Makes a stage of versions that classes declare.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter versions: The versions, in their order; the one with which a custom stage begins belongs to that stage.
    public convenience init(through versions: any DeclaredModelVersion.Type...) {
        self.init(versions.map { $0.model.versionChecksum })
        for version in versions { NSManagedObjectModel.registerFormerVersion(version.model) }
    }
}

extension NSCustomMigrationStage {
    /// Makes a stage between two versions that classes declare.
    ///
    /// In the handlers, the objects of `manager.container` have the classes of the version that the store has.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - current: The version before the step.
    ///   - next: The version after it, which must be inferable from the current one.
    public convenience init(
        from current: any DeclaredModelVersion.Type, to next: any DeclaredModelVersion.Type
    ) {
        self.init(migratingFrom: current.modelReference, to: next.modelReference)
    }
}

/// The models of declared versions, one for each version.
private enum DeclaredModels {
    private static let made = Lock<[ObjectIdentifier: NSManagedObjectModel]>([:])

    static func model(of version: any DeclaredModelVersion.Type) -> NSManagedObjectModel {
        let key = ObjectIdentifier(version)
        if let known = made.withLock({ $0[key] }) { return known }
        // Made outside of the lock, because the classes are the program's; of two threads the first one's model stays.
        let model = NSManagedObjectModel(for: version.entityClasses)
        return made.withLock { made in
            let kept = made[key] ?? model
            made[key] = kept
            return kept
        }
    }
}
