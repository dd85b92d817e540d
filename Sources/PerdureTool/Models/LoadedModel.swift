// SPDX-License-Identifier: Apache-2.0
// The model that the command line names, with its versions.

import Foundation
import Perdure
import PerdureModelFormat

/// A model file.
struct LoadedModel {
    let path: String
    let bundle: ModelBundle

    /// Reads a model in any of its forms.
    ///
    /// - Throws: `ModelFormatError`.
    init(_ path: String) throws {
        self.path = path
        bundle = try ModelBundle.read(at: URL(fileURLWithPath: path))
    }

    /// Checks versions for contradictions: the tool can show a model that contradicts itself, but no program can use it.
    ///
    /// - Throws: `ModelFormatError` that names file, entity and property.
    func requireSound(_ versions: [ModelDocument]) throws {
        for version in versions {
            do { _ = try NSManagedObjectModel(document: version) } catch var error as ModelFormatError {
                error.path = error.path ?? path
                throw error
            }
        }
    }

    /// The name of the file or folder, for example "Shop.xcdatamodeld".
    var fileName: String { URL(fileURLWithPath: path).lastPathComponent }

    /// The file's name without extension.
    var name: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

    var versionNames: [String] { bundle.versions.map(\.name) }

    /// The current version.
    var current: ModelDocument {
        // The reader has made sure that the current version exists.
        bundle.version(named: bundle.currentVersionName)?.document ?? ModelDocument()
    }
}
