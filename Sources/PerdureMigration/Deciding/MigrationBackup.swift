// SPDX-License-Identifier: Apache-2.0
// The copy of a store that is made before a migration, where the options ask for one.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModelFormat

/// A copy of a store.
struct MigrationBackup {
    private let specification: StoreSpecification
    let url: URL

    /// The copy that the store's options ask for; nil when they ask for none.
    init?(_ store: DifferingStore) {
        guard let wish = store.specification.backup, !store.specification.isPrivate else { return nil }
        specification = store.specification
        url = Self.isFolder(wish) ? wish.appendingPathComponent(Self.name(of: store)) : wish
    }

    /// Makes the copy, or replaces an older one.
    ///
    /// - Throws: 134110 for a place that is the store's own; the errors of copying.
    func make(_ log: MigrationLog) throws {
        guard url.standardizedFileURL.path != specification.url.standardizedFileURL.path else {
            throw samePlace
        }
        try log.timing("copying to \(url.path)") {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try NSPersistentStoreCoordinator.copyStore(specification, to: url)
        }
    }

    /// The store's name with the first characters of its version's checksum.
    private static func name(of store: DifferingStore) -> String {
        let url = store.specification.url
        let checksum = VersionHash.checksum(of: store.hashes).filter { $0.isLetter || $0.isNumber }.prefix(8)
        let name = "\(url.deletingPathExtension().lastPathComponent)-\(checksum)"
        return url.pathExtension.isEmpty ? name : "\(name).\(url.pathExtension)"
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
        return exists ? isDirectory.boolValue : url.hasDirectoryPath
    }

    private var samePlace: NSError {
        let reason = "The copy before the migration would lie where the store is"
        return NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationError,
            userInfo: [
                NSFilePathErrorKey: url.path, NSURLErrorKey: url, ErrorKeys.reason: reason,
                NSLocalizedDescriptionKey:
                    "\(reason): \(url.path). Set backupBeforeMigration to another file or to a folder.",
            ])
    }
}
