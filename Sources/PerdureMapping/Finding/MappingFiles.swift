// SPDX-License-Identifier: Apache-2.0
// Where files of mapping models lie. NSMappingModel+Finding.swift tells which of them fits.

import Foundation
import PerdureBase
import PerdureModel

/// Files of mapping models on disk.
enum MappingFiles {
    /// The extensions of mapping models; a source is read only when no compiled file has its name.
    private static let extensions = ["cdm", "xcmappingmodel"]

    private static let registered = Lock<[URL]>([])

    /// Adds a directory to those that are always searched.
    static func register(_ directory: URL) {
        let directory = directory.standardizedFileURL
        registered.withLock { if !$0.contains(directory) { $0.append(directory) } }
    }

    /// The mapping models in some bundles, then those in registered directories; each in the order of names.
    ///
    /// - Parameter bundles: the bundles; nil for all of the process.
    /// - Returns: the files.
    static func urls(in bundles: [Bundle]?) -> [URL] {
        let directories = registered.withLock { $0 }.compactMap { Bundle(path: $0.path) }
        var seen: Set<String> = []
        return ((bundles ?? all) + directories)
            .filter { seen.insert($0.bundleURL.resolvingSymlinksInPath().path).inserted }
            .flatMap { ModelFiles.urls(in: $0, extensions: extensions) }
    }

    private static var all: [Bundle] {
        ProgramBundles.current.all + Bundle.allBundles + Bundle.allFrameworks
    }
}
