// SPDX-License-Identifier: Apache-2.0
// A model that was named on the command line, with its versions.

import Foundation
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

    /// The file's name without extension.
    var name: String { URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent }

    var versionNames: [String] { bundle.versions.map(\.name) }

    /// The current version.
    var current: ModelDocument {
        // The reader has made sure that the current version is there.
        bundle.version(named: bundle.currentVersionName)?.document ?? ModelDocument()
    }
}
