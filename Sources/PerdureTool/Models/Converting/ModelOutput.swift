// SPDX-License-Identifier: Apache-2.0
// Writes a model in the form that the name of the output asks for. Used by ModelConvert.swift and StoreModelCommand.swift.

import Foundation
import PerdureModelFormat

/// The place and form of a model that is written.
struct ModelOutput {
    private enum Form: String, CaseIterable { case xcdatamodeld, xcdatamodel, mom, momd }

    private let url: URL
    private let form: Form

    /// - Throws: `UsageError` for another ending, `ToolError` where something is there already.
    init(_ arguments: Arguments) throws {
        let path = arguments.values["output"] ?? ""
        url = URL(fileURLWithPath: path)
        guard let form = Form(rawValue: url.pathExtension) else {
            let endings = Form.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
            throw UsageError("'--output' must end in one of \(endings)", arguments.command.fullName)
        }
        self.form = form
        if FileManager.default.fileExists(atPath: path), !arguments.switches.contains("force") {
            throw ToolError("\(path): exists already; --force replaces it", .cannotWrite)
        }
    }

    /// Writes a model; single files get the current version.
    ///
    /// - Returns: What the form cannot say, as paths of properties.
    /// - Throws: `ModelFormatError` and `ToolError`.
    func write(_ bundle: ModelBundle) throws -> [String] {
        let current = bundle.version(named: bundle.currentVersionName)?.document ?? ModelDocument()
        do {
            switch form {
            case .xcdatamodeld: try renamed(bundle).writeSource(to: url)
            case .momd: try bundle.write(to: url)
            case .xcdatamodel, .mom: try ModelFile.write(current, to: url)
            }
        } catch let error as ModelFormatError {
            throw ToolError(error.description, error.kind == .unreadable ? .cannotWrite : .badInput)
        }
        switch form {
        case .xcdatamodeld: return try bundle.versions.flatMap { try $0.document.lostInSource() }
        case .xcdatamodel: return try current.lostInSource()
        case .mom, .momd: return []
        }
    }

    /// A model that never had the name of a version gets that of its folder.
    private func renamed(_ bundle: ModelBundle) -> ModelBundle {
        guard bundle.versions.count == 1, let only = bundle.versions.first else { return bundle }
        let name = url.deletingPathExtension().lastPathComponent
        return ModelBundle(
            versions: [.init(name: name, document: only.document)], currentVersionName: name)
    }

    /// Tells what was written, and what the form could not say.
    func report(_ lost: [String], _ arguments: Arguments) {
        for place in lost {
            arguments.tell("\(url.path): \(place): a model source cannot say all of it; a .mom can")
        }
        arguments.tell("\(url.path): written")
    }
}
