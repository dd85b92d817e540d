// SPDX-License-Identifier: Apache-2.0
// The model that the command line names, with its versions.

import Foundation
import Perdure
import PerdureModelFormat

/// A model file.
struct LoadedModel {
    let path: String
    private(set) var bundle: ModelBundle

    /// Reads a model in any of its forms; `-` is standard input.
    ///
    /// - Parameters:
    ///   - path: The model's file or folder.
    ///   - version: The version that becomes the current one; nil for the one that the model names.
    /// - Throws: `ModelFormatError`, and `ToolError` for a version that is not there.
    init(_ path: String, version: String? = nil) throws {
        self.path = path == "-" ? "standard input" : path
        if MistakenFile.isDatabase(path) { throw MistakenFile.storeAsModel(path) }
        bundle = try path == "-" ? Self.standardInput() : .read(at: URL(fileURLWithPath: path))
        guard let version else { return }
        guard bundle.version(named: version) != nil else {
            let names = bundle.versions.map { "'\($0.name)'" }.joined(separator: ", ")
            let hint = Misspelling(version).hint(among: bundle.versions.map(\.name))
            throw ToolError(
                "\(self.path): there is no version '\(version)'; there are \(names)\(hint)", .usage)
        }
        bundle.currentVersionName = version
    }

    /// Reads the model that an operand names, in the version that the command line asks for.
    ///
    /// - Throws: What reading a path throws.
    init(_ arguments: Arguments, operand: String = "MODEL") throws {
        try self.init(arguments[operand: operand], version: arguments.values["version"])
    }

    private static func standardInput() throws -> ModelBundle {
        let document = try ModelFile.read(data: try StandardInput.read(), path: "standard input")
        return ModelBundle(
            versions: [.init(name: "Model", document: document)], currentVersionName: "Model")
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
    var fileName: String { isStandardInput ? path : URL(fileURLWithPath: path).lastPathComponent }

    /// The file's name without extension.
    var name: String {
        isStandardInput ? "Model" : URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    }

    private var isStandardInput: Bool { path == "standard input" }

    var versionNames: [String] { bundle.versions.map(\.name) }

    /// The current version.
    var current: ModelDocument {
        // The reader has made sure that the current version exists.
        bundle.version(named: bundle.currentVersionName)?.document ?? ModelDocument()
    }
}
