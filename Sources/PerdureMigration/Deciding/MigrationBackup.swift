// SPDX-License-Identifier: Apache-2.0
// The copy of a store that is made before a migration, where the options ask for one.

import Foundation
import Perdure
import PerdureFoundationGaps
import PerdureModelFormat

/// A copy of a store.
struct MigrationBackup {
    private let specification: StoreSpecification
    /// The hashes of the version that the copy must have.
    private let hashes: [String: Data]
    let url: URL

    /// The copy that the store's options ask for; nil when they ask for none.
    init?(_ store: DifferingStore) {
        guard let wish = store.specification.backup, !store.specification.isPrivate else { return nil }
        specification = store.specification
        hashes = store.hashes
        url = Self.isFolder(wish) ? wish.appendingPathComponent(Self.name(of: store)) : wish
    }

    /// Makes the copy, or replaces an older one.
    ///
    /// - Returns: Where it is; nil when somebody else has migrated the store meanwhile, so that there was nothing to copy.
    /// - Throws: 134110 for a place that is the store's own; the errors of copying.
    @discardableResult func make(_ log: MigrationLog) throws -> URL? {
        guard url.resolvingSymlinksInPath().path != specification.url.resolvingSymlinksInPath().path else {
            throw samePlace
        }
        let isMade = try log.timing("copying to \(url.path)") {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            return try copy()
        }
        return isMade ? url : nil
    }

    /// Copies to a place in between first: somebody else may migrate the store meanwhile, and has made a copy here already.
    ///
    /// - Returns: Whether the store still had the version.
    private func copy() throws -> Bool {
        guard let files = NSPersistentStoreCoordinator.storeFiles(ofType: specification.type) else {
            try NSPersistentStoreCoordinator.copyStore(specification, to: url)
            return true
        }
        let between = url.deletingLastPathComponent()
            .appendingPathComponent(".\(url.lastPathComponent).copying-\(UUID().uuidString)")
        defer { try? files.destroy(at: between, timeout: 10) }
        try NSPersistentStoreCoordinator.copyStore(specification, to: between)
        guard try StoreVersion.hashes(files.readMetadata(at: between, timeout: 10)) == hashes else {
            return false
        }
        try files.copy(from: between, to: url, sourceTimeout: 10, timeout: 240)
        return true
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
