// SPDX-License-Identifier: Apache-2.0
// Finds the files of a model's versions, and which version is the current one. Used by ModelBundle.swift
// and ModelFile.swift.

import Foundation
import PerdurePropertyList

/// The files of a model.
struct ModelLocation {
    struct Version {
        var name: String
        var file: URL
    }

    private(set) var versions: [Version] = []
    private(set) var currentVersionName = ""
    /// Whether a file names the current version; otherwise `currentVersionName` is a guess.
    private(set) var namesCurrentVersion = false

    /// The file of the current version.
    private(set) var currentFile: URL

    init(_ url: URL) throws {
        currentFile = url
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw ModelFormatError(.unreadable, "there is no such file or folder", path: url.path)
        }
        if isFolder.boolValue {
            try findVersions(inFolder: url)
        } else {
            versions = [Self.version(ofFile: url)]
        }
        if currentVersionName.isEmpty { currentVersionName = Self.defaultVersionName(versions, of: url) }
        guard let current = versions.first(where: { $0.name == currentVersionName }) else {
            let reason =
                "the model has no version '\(currentVersionName)', which is named as the current one; "
                + "it has \(versions.map { "'\($0.name)'" }.joined(separator: ", "))"
            throw ModelFormatError(.malformed, reason, path: url.path)
        }
        currentFile = current.file
    }

    /// The version that a single file holds.
    ///
    /// An optimized model (.omo) holds nothing beyond the compiled model beside it, so the compiled model is read.
    private static func version(ofFile url: URL) -> Version {
        let compiled = url.deletingPathExtension().appendingPathExtension("mom")
        if url.pathExtension == "omo", FileManager.default.fileExists(atPath: compiled.path) {
            return Version(name: compiled.deletingPathExtension().lastPathComponent, file: compiled)
        }
        let named =
            ["contents", "elements"].contains(url.lastPathComponent) ? url.deletingLastPathComponent() : url
        return Version(name: named.deletingPathExtension().lastPathComponent, file: url)
    }

    private mutating func findVersions(inFolder url: URL) throws {
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } catch {
            throw ModelFormatError(
                .unreadable, "the folder cannot be read: \(error.localizedDescription)", path: url.path)
        }
        if names.contains("contents") || names.contains("elements") {
            versions = [try Self.sourceVersion(url)]
        } else if names.contains(where: { $0.hasSuffix(".xcdatamodel") }) {
            versions = try names.filter { $0.hasSuffix(".xcdatamodel") }
                .map { try Self.sourceVersion(url.appendingPathComponent($0)) }
            try readCurrentName(url, file: ".xccurrentversion", key: "_XCCurrentVersionName")
        } else if names.contains(where: { $0.hasSuffix(".mom") }) {
            try Self.requireModel(url, names)
            versions = names.filter { $0.hasSuffix(".mom") }
                .map { Version(name: String($0.dropLast(4)), file: url.appendingPathComponent($0)) }
            try readCurrentName(url, file: "VersionInfo.plist", key: VersionInfo.currentVersionName)
        } else {
            throw ModelFormatError(
                .malformed,
                "the folder holds no model: there is no .xcdatamodel folder in it, and no file 'contents'",
                path: url.path)
        }
    }

    /// A folder is a compiled model by its name or by its list of versions; a folder of resources holds models of others.
    private static func requireModel(_ folder: URL, _ names: [String]) throws {
        guard folder.pathExtension != "momd", !names.contains("VersionInfo.plist") else { return }
        let models = names.filter { $0.hasSuffix(".mom") }
        let shown = models.prefix(8).joined(separator: ", ") + (models.count > 8 ? ", …" : "")
        throw ModelFormatError(
            .malformed,
            "the folder is no model, although it holds compiled ones (\(shown)): name one of them, or a .momd folder",
            path: folder.path)
    }

    /// A source: `contents`, or `elements` of the time before Xcode 4.
    private static func sourceVersion(_ folder: URL) throws -> Version {
        let files = ["contents", "elements"].map { folder.appendingPathComponent($0) }
        guard let file = files.first(where: { FileManager.default.fileExists(atPath: $0.path) }) else {
            throw ModelFormatError(.malformed, "the model source has no file 'contents'", path: folder.path)
        }
        return Version(name: folder.deletingPathExtension().lastPathComponent, file: file)
    }

    private mutating func readCurrentName(_ folder: URL, file: String, key: String) throws {
        let url = folder.appendingPathComponent(file)
        guard let data = try? Data(contentsOf: url) else { return }
        let list: PropertyListValue
        do { list = try PropertyList.read(data) } catch {
            throw ModelFormatError(.malformed, "the property list cannot be read: \(error)", path: url.path)
        }
        guard let name = list.dictionaryValue?[key]?.stringValue else { return }
        namesCurrentVersion = true
        currentVersionName =
            name.hasSuffix(".xcdatamodel") ? String(name.dropLast(".xcdatamodel".count)) : name
    }

    /// The current version where no file names it: the version with the model's name, otherwise the last version.
    private static func defaultVersionName(_ versions: [Version], of url: URL) -> String {
        let name = url.deletingPathExtension().lastPathComponent
        return versions.first { $0.name == name }?.name ?? versions.last?.name ?? ""
    }
}

/// The keys of VersionInfo.plist.
package enum VersionInfo {
    static let currentVersionName = "NSManagedObjectModel_CurrentVersionName"
    package static let versionHashes = "NSManagedObjectModel_VersionHashes"
    package static let versionChecksums = "NSManagedObjectModel_VersionChecksums"
}
