// SPDX-License-Identifier: Apache-2.0
// Reads one version of a model from a path, or writes it to one file. ModelBundle.swift reads all versions.

import Foundation
import PerdurePropertyList

/// Reads and writes single models.
package enum ModelFile {
    /// Reads the current version of a model in any form that `ModelBundle.read` knows.
    ///
    /// - Parameter url: where the model lies.
    /// - Returns: the model.
    /// - Throws: `ModelFormatError`.
    package static func read(at url: URL) throws -> ModelDocument {
        let location = try ModelLocation(url)
        return try readFile(at: location.currentFile)
    }

    /// Reads a model from the contents of a `.mom`, `contents` or `elements` file.
    ///
    /// - Parameters:
    ///   - data: the contents.
    ///   - path: the file's path, for errors.
    /// - Returns: the model.
    /// - Throws: `ModelFormatError`.
    package static func read(data: Data, path: String? = nil) throws -> ModelDocument {
        if data.isEmpty { throw ModelFormatError(.malformed, "the file is empty", path: path) }
        if BinaryPropertyList.isBinaryPropertyList(data) {
            return try readArchive(data, path: path)
        }
        if XMLKeyedArchive.isPropertyList(data) {
            do { return try readArchive(XMLKeyedArchive.binary(data), path: path) } catch let error
                as PropertyListError
            {
                throw ModelFormatError(.malformed, "this is no readable compiled model: \(error)", path: path)
            }
        }
        if data.starts(with: "momv2$".utf8) {
            let reason =
                "this is an .omo file, an optimized copy of a compiled model; read the .mom beside it"
            throw ModelFormatError(.unsupported, reason, path: path)
        }
        guard data.contains(UInt8(ascii: "<")) else {
            let reason = "this is neither a model source (XML) nor a compiled model (binary property list)"
            throw ModelFormatError(.malformed, reason, path: path)
        }
        return try XMLModelReader.read(data: data, path: path)
    }

    /// Reads a compiled model, or a source of the time before Xcode 4, which is an archive too.
    private static func readArchive(_ data: Data, path: String?) throws -> ModelDocument {
        guard EditorModelReader.isEditorModel(data) else {
            return try CompiledModelReader.read(data: data, path: path)
        }
        return try EditorModelReader.readSource(data, path: path)
    }

    /// Writes a model as a `.mom` file, or as a source when the name is `contents` or ends in `.xcdatamodel`.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - url: the file, or the folder of a source. An existing file is replaced when the new one is complete.
    /// - Throws: `ModelFormatError`.
    package static func write(_ model: ModelDocument, to url: URL) throws {
        var file = url
        var data: Data
        if url.pathExtension == "xcdatamodel" || url.lastPathComponent == "contents" {
            if url.pathExtension == "xcdatamodel" { file = url.appendingPathComponent("contents") }
            data = XMLModelWriter.write(model)
        } else {
            data = try CompiledModelWriter.write(model)
        }
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try data.write(to: file, options: .atomic)
        } catch {
            throw ModelFormatError(
                .unreadable, "the file cannot be written: \(error.localizedDescription)", path: file.path)
        }
    }

    /// Writes a model as a `.mom` file, unless the file already has the same contents.
    ///
    /// - Parameters:
    ///   - model: the model.
    ///   - url: the file.
    /// - Throws: `ModelFormatError`.
    package static func writeIfChanged(_ model: ModelDocument, to url: URL) throws {
        if (try? Data(contentsOf: url)) != (try CompiledModelWriter.write(model)) {
            try write(model, to: url)
        }
    }

    static func readFile(at url: URL) throws -> ModelDocument {
        let data: Data
        do { data = try Data(contentsOf: url) } catch {
            throw ModelFormatError(
                .unreadable, "the file cannot be read: \(error.localizedDescription)", path: url.path)
        }
        return try read(data: data, path: url.path)
    }
}
