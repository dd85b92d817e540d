// SPDX-License-Identifier: Apache-2.0
// A model with its versions, in any of the forms on disk. ModelLocation.swift finds the files. ModelFile.swift
// reads one version. ModelBundle+Writing.swift writes a model.

import Foundation

/// A model with all its versions.
package struct ModelBundle: Sendable, Equatable {
    /// One version.
    package struct Version: Sendable, Equatable {
        /// The name without extension, for example "Model 3".
        package var name: String
        package var document: ModelDocument

        package init(name: String, document: ModelDocument) {
            self.name = name
            self.document = document
        }
    }

    /// All versions, sorted by name.
    package var versions: [Version]
    package var currentVersionName: String

    package init(versions: [Version], currentVersionName: String) {
        self.versions = versions
        self.currentVersionName = currentVersionName
    }

    /// The version with a name.
    package func version(named name: String) -> Version? { versions.first { $0.name == name } }

    /// Reads a `.xcdatamodeld`, `.xcdatamodel` or `.momd` folder, a `.mom` or a `contents` file, with all versions.
    ///
    /// - Parameter url: where the model lies. The contents, not the extension, decide which form it is.
    /// - Returns: the model.
    /// - Throws: `ModelFormatError`.
    package static func read(at url: URL) throws -> ModelBundle {
        let location = try ModelLocation(url)
        let versions = try location.versions.map {
            Version(name: $0.name, document: try ModelFile.readFile(at: $0.file))
        }
        return ModelBundle(versions: versions, currentVersionName: location.currentVersionName)
    }
}
