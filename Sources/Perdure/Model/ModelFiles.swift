// SPDX-License-Identifier: Apache-2.0
// Finds model files in bundles, and makes models of their versions. NSManagedObjectModel+Loading.swift and
// +Merging are the API.

import Foundation
import PerdureModelFormat

/// Model files on disk.
enum ModelFiles {
    /// The extensions of model files, compiled ones first.
    private static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

    /// The model files at the top of some bundles, in a fixed order.
    static func urls(in bundles: [Bundle]) -> [URL] {
        bundles.flatMap { bundle in
            extensions.flatMap { bundle.urls(forResourcesWithExtension: $0, subdirectory: nil) ?? [] }
                .map { $0 as URL }.sorted { $0.path < $1.path }
        }
    }

    /// All versions in a model file, by name; a file without versions has one, named like the file.
    ///
    /// - Throws: `NSError` with Cocoa's codes.
    static func versions(at url: URL) throws -> [String: NSManagedObjectModel] {
        try ErrorTranslation.translating(url: url) {
            let versions = try ModelBundle.read(at: url).versions
            return try Dictionary(
                versions.map { ($0.name, try NSManagedObjectModel(document: $0.document)) }
            ) { first, _ in first }
        }
    }
}
