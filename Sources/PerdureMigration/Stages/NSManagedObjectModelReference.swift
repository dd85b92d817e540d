// SPDX-License-Identifier: Apache-2.0
// A version of a model that is found when it is needed. ReferencedVersions.swift searches it.

import Foundation
import PerdureBase
import PerdureModel

/// A version of a model: the model itself, or where it is, with its checksum.
open class NSManagedObjectModelReference: NSObject {
    /// The checksum that the model must have.
    public let versionChecksum: String
    private let place: ReferencedVersions
    private let found = Lock<NSManagedObjectModel?>(nil)

    /// The model, which is found at the first use.
    ///
    /// Stops the process when there is no such model; a migration throws error 134504 instead.
    public var resolvedModel: NSManagedObjectModel {
        do { return try resolve() } catch {
            CoreDataException.invalidArgument(error.localizedDescription).stop()
        }
    }

    /// Refers to a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - versionChecksum: Its checksum.
    public init(model: NSManagedObjectModel, versionChecksum: String) {
        self.versionChecksum = versionChecksum
        place = .model(model)
    }

    /// Refers to a model in a file.
    ///
    /// - Parameters:
    ///   - fileURL: A `.mom`, `.momd`, `.xcdatamodel` or `.xcdatamodeld`; of several versions the one with the checksum is taken.
    ///   - versionChecksum: The version's checksum.
    public init(fileURL: URL, versionChecksum: String) {
        self.versionChecksum = versionChecksum
        place = .file(fileURL)
    }

    /// Refers to a model in a bundle by name.
    ///
    /// - Parameters:
    ///   - modelName: The name of the model's file without extension, or of one of its versions.
    ///   - bundle: The bundle; nil for those of the program.
    ///   - versionChecksum: The version's checksum.
    public init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.versionChecksum = versionChecksum
        place = .name(modelName, bundle)
    }

    /// Refers to a model in a bundle by the hashes of its entities.
    ///
    /// - Parameters:
    ///   - versionHash: The hashes, by the entities' names.
    ///   - bundle: The bundle; nil for those of the program.
    ///   - versionChecksum: The version's checksum.
    public init(
        entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
    ) {
        self.versionChecksum = versionChecksum
        place = .hashes(versionHash, bundle)
    }

    /// The model.
    ///
    /// - Throws: 134504 when there is none, or none with the checksum.
    final func resolve() throws -> NSManagedObjectModel {
        if let known = found.withLock({ $0 }) { return known }
        // Read outside of the lock; of two threads the first one's model stays.
        let model = try place.version(versionChecksum)
        return found.withLock { found in
            let kept = found ?? model
            found = kept
            return kept
        }
    }
}
