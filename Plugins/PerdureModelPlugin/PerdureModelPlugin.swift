// SPDX-License-Identifier: Apache-2.0
// Compiles the models and mapping models of a target and generates the code of the models' classes. Each target has one command, which runs
// PerdureCodegenTool. ModelSearch.swift finds the models.

import Foundation
import PackagePlugin

@main
struct PerdureModelPlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let target = target as? SwiftSourceModuleTarget else { return [] }
        let models = try ModelSearch.models(in: context.package).models(of: target)
        let mappings = try ModelSearch.mappings(in: context.package).models(of: target)
        let sources = target.sourceFiles(withSuffix: "swift").map(\.url).sorted { $0.path < $1.path }
        guard !(models + mappings).isEmpty || !sources.isEmpty else { return [] }
        let output = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: Self.title(models + mappings, target),
                executable: try context.tool(named: "PerdureCodegenTool").url,
                arguments: ["--module", target.moduleName, "--output", output.path]
                    + models.flatMap { ["--model", $0.url.path] }
                    + mappings.flatMap { ["--mapping", $0.url.path] }
                    + sources.flatMap { ["--source", $0.path] },
                inputFiles: (models + mappings).flatMap { [$0.url] + $0.files } + sources,
                outputFiles: (models.flatMap { [$0.compiledName, $0.sourceName] }
                    + mappings.map(\.compiledName))
                    .map { output.appendingPathComponent($0) }
                    + [output.appendingPathComponent("\(target.moduleName).CoreData.swift")])
        ]
    }

    private static func title(_ models: [Model], _ target: SwiftSourceModuleTarget) -> String {
        let names = models.map(\.url.lastPathComponent).joined(separator: ", ")
        return names.isEmpty
            ? "Looking for @NSManaged in \(target.name)" : "Compiling \(names) of \(target.name)"
    }
}

/// The folder of a model or a mapping model.
struct Model {
    let url: URL
    /// All files inside, with the hidden file that names the current version.
    let files: [URL]

    private var name: String { url.deletingPathExtension().lastPathComponent }

    /// The compiled model, which becomes a resource of the target.
    var compiledName: String {
        switch url.pathExtension {
        case "xcmappingmodel": "\(name).cdm"
        case "xcdatamodeld": "\(name).momd"
        default: "\(name).mom"
        }
    }

    /// The name of the generated file.
    ///
    /// A build tool must name its files before it reads the model, so each model always has one file.
    var sourceName: String { "\(url.lastPathComponent).swift" }
}
