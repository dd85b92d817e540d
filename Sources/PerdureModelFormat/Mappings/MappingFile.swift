// SPDX-License-Identifier: Apache-2.0
// Reads mapping models from files of either form, and writes compiled ones.

import Foundation
import PerdurePropertyList

/// Reads and writes the files of mapping models.
package enum MappingFile {
    /// Reads a mapping model, and compiles a source.
    ///
    /// - Parameter url: a `.cdm` file or an `.xcmappingmodel` folder. The contents, not the extension, decide which form it is.
    /// - Returns: the mapping model.
    /// - Throws: `ModelFormatError` that names file, mapping and property.
    package static func read(at url: URL) throws -> MappingDocument {
        try read(data: try contents(of: url), path: url.path)
    }

    /// Reads the source of a mapping model.
    ///
    /// - Parameter url: an `.xcmappingmodel` folder.
    /// - Returns: the source.
    /// - Throws: `ModelFormatError` that names file, mapping and property.
    package static func readSource(at url: URL) throws -> MappingSource {
        try MappingSource.read(data: try contents(of: url), path: url.path)
    }

    /// Reads a mapping model from the contents of a `.cdm` or `xcmapping.xml` file.
    ///
    /// - Parameters:
    ///   - data: the contents.
    ///   - path: the file's path, for errors.
    /// - Returns: the mapping model.
    /// - Throws: `ModelFormatError`.
    package static func read(data: Data, path: String? = nil) throws -> MappingDocument {
        if data.isEmpty { throw ModelFormatError(.malformed, "the file is empty", path: path) }
        if BinaryPropertyList.isBinaryPropertyList(data) {
            return try CompiledMappingReader.read(data: data, path: path)
        }
        guard data.contains(UInt8(ascii: "<")) else {
            let reason =
                "this is neither a compiled mapping model (binary property list) nor the source of one (XML)"
            throw ModelFormatError(.malformed, reason, path: path)
        }
        return try MappingSource.read(data: data, path: path).compile(path: path)
    }

    /// Writes a mapping model as a `.cdm` file.
    ///
    /// - Parameters:
    ///   - model: the mapping model.
    ///   - url: the file. An existing file is replaced when the new one is complete.
    /// - Throws: `ModelFormatError`.
    package static func write(_ model: MappingDocument, to url: URL) throws {
        try write(try CompiledMappingWriter.write(model), to: url)
    }

    /// Writes a mapping model as `write(_:to:)` does, unless the file already has the same contents.
    package static func writeIfChanged(_ model: MappingDocument, to url: URL) throws {
        let data = try CompiledMappingWriter.write(model)
        if (try? Data(contentsOf: url)) != data { try write(data, to: url) }
    }

    private static func write(_ data: Data, to url: URL) throws {
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: url, options: .atomic)
        } catch {
            throw ModelFormatError(
                .unreadable, "the file cannot be written: \(error.localizedDescription)", path: url.path)
        }
    }

    /// The contents of a file, or of the one file in the folder of a source.
    private static func contents(of url: URL) throws -> Data {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
        let file = exists && isFolder.boolValue ? url.appendingPathComponent(MappingSource.fileName) : url
        do { return try Data(contentsOf: file) } catch {
            throw ModelFormatError(
                .unreadable, "the file cannot be read: \(error.localizedDescription)", path: url.path)
        }
    }
}
