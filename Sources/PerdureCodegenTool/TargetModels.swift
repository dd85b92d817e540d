// SPDX-License-Identifier: Apache-2.0
// The contents of a target's files: its models, and the declarations of its sources.

import Foundation
import PerdureCodegen
import PerdureModelFormat

/// The models and the sources of one target.
struct TargetModels {
    /// One model.
    struct Model {
        let url: URL
        let bundle: ModelBundle

        /// The version for which the tool generates code.
        var current: ModelBundle.Version? { bundle.version(named: bundle.currentVersionName) }

        var fileName: String { url.lastPathComponent }

        /// The file of the current version, for messages.
        var currentPath: String {
            let folder =
                url.pathExtension == "xcdatamodel"
                ? url
                : url.appendingPathComponent(
                    "\(bundle.currentVersionName).xcdatamodel")
            let old = folder.appendingPathComponent("elements").path
            let file = folder.appendingPathComponent("contents").path
            return FileManager.default.fileExists(atPath: file)
                || !FileManager.default.fileExists(atPath: old) ? file : old
        }
    }

    let module: String
    let models: [Model]
    let sources: TargetSources

    /// Reads the files.
    ///
    /// - Throws: `ModelProblems` with all problems of the models.
    init(_ arguments: ToolArguments) throws {
        module = arguments.module
        models = try Self.read(arguments.models)
        sources = TargetSources(
            try arguments.sources.map { url in
                SourceFile(path: url.path, text: String(decoding: try Data(contentsOf: url), as: UTF8.self))
            })
    }

    private static func read(_ urls: [URL]) throws -> [Model] {
        var problems: [ModelFormatError] = []
        var models: [Model] = []
        for url in urls {
            do { models.append(Model(url: url, bundle: try ModelBundle.readChecked(at: url))) } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ModelProblems(problems: problems) }
        return models
    }

    private var entities: [EntityDocument] { models.compactMap(\.current).flatMap(\.document.entities) }

    /// The names of the generated classes, without modules.
    var generatedClasses: Set<String> { Set(entities.compactMap(Self.generatedClass)) }

    private static func generatedClass(_ entity: EntityDocument) -> String? {
        let isGenerated = ["class", "category"].contains(entity.toolAttributes["codeGenerationType"])
        return isGenerated ? entity.bareClassName : nil
    }

    /// Throws when two models generate one class.
    ///
    /// - Throws: `ModelProblems` at every model but the first.
    func checkClasses() throws(ModelProblems) {
        var owners: [String: String] = [:]
        var problems: [ModelFormatError] = []
        for model in models {
            for entity in model.current?.document.entities ?? [] {
                guard let name = Self.generatedClass(entity) else { continue }
                let owner = owners[name, default: model.fileName]
                owners[name] = owner
                guard owner != model.fileName else { continue }
                problems.append(
                    ModelFormatError(
                        .inconsistent,
                        "the model \(owner) generates the class '\(name)' too; give one of them another class, or set "
                            + "its code generation to Manual/None", path: model.currentPath,
                        entity: entity.name))
            }
        }
        guard problems.isEmpty else { throw ModelProblems(problems: problems) }
    }

    /// The names of all classes in the models, without modules.
    var modelClasses: Set<String> { Set(entities.compactMap(\.bareClassName)) }
}
