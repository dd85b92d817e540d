// SPDX-License-Identifier: Apache-2.0
// Finds the models and mapping models in a target's folder, also those that the manifest excludes or declares as resources. Used by
// PerdureModelPlugin.swift.

import Foundation
import PackagePlugin

/// Looks for models, or for mapping models.
struct ModelSearch {
    private let package: Package
    private let extensions: Set<String>

    /// A search for models.
    static func models(in package: Package) -> ModelSearch {
        ModelSearch(package: package, extensions: ["xcdatamodeld", "xcdatamodel"])
    }

    /// A search for mapping models.
    static func mappings(in package: Package) -> ModelSearch {
        ModelSearch(package: package, extensions: ["xcmappingmodel"])
    }

    /// What is found in a target, in the order of names.
    ///
    /// - Throws: `DuplicateModel` when two models would have one compiled file.
    func models(of target: SwiftSourceModuleTarget) throws -> [Model] {
        let own = target.directoryURL.standardizedFileURL.path
        // A target's folder may contain the folders of other targets, for example when it is the package's own folder.
        let others = Set(package.targets.map(\.directoryURL.standardizedFileURL.path)).subtracting([own])
        let declared = target.sourceFiles.map(\.url).filter(isModel)
        var found: [String: URL] = [:]
        for url in folders(in: target.directoryURL, without: others) + declared { found[url.path] = url }
        let models = found.values.map { Model(url: $0, files: files(in: $0)) }
            .sorted { ($0.compiledName, $0.url.path) < ($1.compiledName, $1.url.path) }
        for (first, second) in zip(models, models.dropFirst()) where first.compiledName == second.compiledName
        {
            throw DuplicateModel(target: target.name, first: first.url.path, second: second.url.path)
        }
        return models
    }

    private func isModel(_ url: URL) -> Bool { extensions.contains(url.pathExtension) }

    /// Finds model folders, without looking into models, hidden folders, other targets and other packages.
    private func folders(in folder: URL, without others: Set<String>) -> [URL] {
        var result: [URL] = []
        for url in contents(of: folder, isFolder: true) where !url.lastPathComponent.hasPrefix(".") {
            if isModel(url) {
                result.append(url)
            } else if !others.contains(url.path), !isPackage(url) {
                result += folders(in: url, without: others)
            }
        }
        return result
    }

    private func isPackage(_ url: URL) -> Bool {
        FileManager.default.fileExists(atPath: url.appendingPathComponent("Package.swift").path)
    }

    /// The files of a model, and the folders of its versions; a folder changes when files come and go.
    private func files(in folder: URL) -> [URL] {
        contents(of: folder, isFolder: false)
            + contents(of: folder, isFolder: true).flatMap { [$0] + files(in: $0) }
    }

    private func contents(of folder: URL, isFolder: Bool) -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appendingPathComponent($0).standardizedFileURL }.filter { url in
            var isDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
            return exists && isDirectory.boolValue == isFolder
        }
    }
}

/// The error of two models with one name, which would have the same compiled file.
struct DuplicateModel: Error, CustomStringConvertible {
    let target: String
    let first: String
    let second: String

    var description: String {
        "the target \(target) has two models of one name: \(first) and \(second); rename one of them"
    }
}
