// SPDX-License-Identifier: Apache-2.0
// The folder of the tool's output. The tool does not touch a file with unchanged contents, so the build does not repeat
// the work that depends on the file.

import Foundation
import PerdureModelFormat

/// The folder of a target's generated files.
struct OutputFolder {
    let url: URL

    /// Makes the folder where it is missing.
    init(_ url: URL) throws {
        self.url = url
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Writes a source.
    func write(_ text: String, to name: String) throws {
        let file = url.appendingPathComponent(name)
        let data = Data(text.utf8)
        if (try? Data(contentsOf: file)) != data { try data.write(to: file, options: .atomic) }
    }

    /// Writes a compiled model.
    func write(_ bundle: ModelBundle, of model: URL) throws {
        let name = model.deletingPathExtension().lastPathComponent
        if model.pathExtension == "xcdatamodel", let version = bundle.versions.first {
            try ModelFile.writeIfChanged(version.document, to: url.appendingPathComponent("\(name).mom"))
        } else {
            try bundle.writeIfChanged(to: url.appendingPathComponent("\(name).momd"))
        }
    }

    /// Writes a compiled mapping model.
    func write(_ document: MappingDocument, of mapping: URL) throws {
        let name = mapping.deletingPathExtension().lastPathComponent
        try MappingFile.writeIfChanged(document, to: url.appendingPathComponent("\(name).cdm"))
    }
}
