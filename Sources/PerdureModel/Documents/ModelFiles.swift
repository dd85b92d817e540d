// SPDX-License-Identifier: Apache-2.0
// Finds model files in bundles, and makes models of their versions. ProgramBundles.swift says which bundles belong to a
// program. The callers are NSManagedObjectModel+Loading.swift, +Merging and Stores/ModelFinding.swift.

import Foundation
import PerdureModelFormat

/// Model files on disk.
package enum ModelFiles {
    /// The extensions of model files; compiled files come first: a source is read only when no compiled file has its name.
    package static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

    /// The model files at the top of some bundles, in a fixed order.
    package static func urls(in bundles: [Bundle]) -> [URL] { bundles.flatMap { urls(in: $0) } }

    /// The files of some extensions at the top of a bundle, one for each name, in a fixed order.
    ///
    /// - Parameters:
    ///   - bundle: the bundle.
    ///   - extensions: the extensions; of two files of one name the one whose extension comes first counts.
    /// - Returns: the files.
    package static func urls(in bundle: Bundle, extensions: [String] = extensions) -> [URL] {
        var found: [String: URL] = [:]
        for type in extensions {
            // A bundle does not list folders that a package keeps as resources.
            let listed = (bundle.urls(forResourcesWithExtension: type, subdirectory: nil) ?? []).map {
                $0 as URL
            }
            for url in listed + files(ofType: type, in: bundle) {
                let name = url.deletingPathExtension().lastPathComponent
                if found[name] == nil { found[name] = url }
            }
        }
        return found.values.sorted { ($0.lastPathComponent, $0.path) < ($1.lastPathComponent, $1.path) }
    }

    /// The file of a model in a bundle.
    package static func url(named name: String, in bundle: Bundle) -> URL? {
        for type in extensions {
            if let url = bundle.url(forResource: name, withExtension: type) { return url }
            let plain = bundle.bundleURL.appendingPathComponent("\(name).\(type)")
            if FileManager.default.fileExists(atPath: plain.path) { return plain }
        }
        return nil
    }

    private static func files(ofType type: String, in bundle: Bundle) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: bundle.bundleURL.path)) ?? []
        return names.filter { $0.hasSuffix(".\(type)") }.sorted()
            .map { bundle.bundleURL.appendingPathComponent($0) }
    }

    /// All versions in a model file, by name; a file without versions has one, named like the file.
    ///
    /// - Throws: `NSError` with Cocoa's codes.
    package static func versions(at url: URL) throws -> [String: NSManagedObjectModel] {
        try ErrorTranslation.translating(url: url) {
            let versions = try ModelBundle.read(at: url).versions
            return try Dictionary(
                versions.map { ($0.name, try NSManagedObjectModel(document: $0.document)) }
            ) { first, _ in first }
        }
    }

    /// Whether two files hold the same versions.
    package static func areEqual(_ first: URL, _ second: URL) -> Bool {
        // A file that cannot be read equals no other file. Loading the file reports the error.
        guard let one = try? ModelBundle.read(at: first), let other = try? ModelBundle.read(at: second) else {
            return false
        }
        return one == other
    }

    /// Whether a model belongs to this process.
    ///
    /// Such a model names a class of this process, or names no class with a module at all.
    package static func belongsToProgram(_ url: URL) -> Bool {
        guard let entities = try? ModelFile.read(at: url).entities else { return true }
        let classes = entities.compactMap(\.className).filter { $0.contains(".") && !$0.hasPrefix(".") }
        return classes.isEmpty || classes.contains { NSClassFromString($0) != nil }
    }
}
