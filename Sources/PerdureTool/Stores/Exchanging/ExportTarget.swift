// SPDX-License-Identifier: Apache-2.0
// Where an export goes: a file or standard output with JSON lines, or a folder of tables. Files are complete or not there.

import Foundation
import PerdureStore

/// What takes the objects of an export.
protocol ExportTarget: AnyObject {
    func write(_ row: Row, _ members: [Int: [ObjectKey]]) throws
    /// Puts what was written into its place.
    func finish() throws
    func abandon()
}

/// One JSON text per line.
final class JSONLines: ExportTarget {
    private let words: ExportedValue
    private let file: ExportFile?
    private var lines: [String] = []

    /// Starts a file, or standard output where the path is nil.
    init(_ path: String?, _ words: ExportedValue, _ store: String) throws {
        self.words = words
        file = try path.map { try ExportFile($0) }
        lines = [
            JSONValue.object([
                ("format", .string("perdure-export")), ("version", .integer(1)), ("store", .string(store)),
            ]).line
        ]
    }

    func write(_ row: Row, _ members: [Int: [ObjectKey]]) throws {
        let layout = words.schema[row.key.entity]
        let values = ExportedValue.properties(of: layout).map { property in
            guard property.relationship?.isToMany == true else {
                return (key: property.name, value: words.json(row[property.slot], property.attribute))
            }
            return (key: property.name, value: .strings((members[property.slot] ?? []).map(words.name)))
        }
        lines.append(
            JSONValue.object([
                ("objectID", .string(words.name(row.key))), ("entity", .string(layout.name)),
                ("values", .object(values)),
            ]).line)
        if lines.count >= 500 { try flush() }
    }

    private func flush() throws {
        guard !lines.isEmpty else { return }
        let text = lines.joined(separator: "\n")
        lines = []
        if let file { try file.write(text + "\n") } else { try Console.print(text) }
    }

    func finish() throws {
        try flush()
        try file?.finish()
    }

    func abandon() { file?.abandon() }
}

/// A table for each entity that has objects.
final class CSVFolder: ExportTarget {
    private let words: ExportedValue
    private let folder: URL
    /// The UUID of the store, which an import knows its objects by.
    private let store: String
    private var files: [Int32: ExportFile] = [:]

    init(_ path: String, _ words: ExportedValue, _ store: String) throws {
        (self.words, self.store) = (words, store)
        folder = URL(fileURLWithPath: path, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch { throw ToolError("\(path): \(ErrorText.describe(error))", .cannotWrite) }
    }

    func write(_ row: Row, _ members: [Int: [ObjectKey]]) throws {
        let layout = words.schema[row.key.entity]
        let properties = ExportedValue.properties(of: layout)
        let cells = properties.map { property in
            guard property.relationship?.isToMany == true else {
                return words.cell(row[property.slot], property.attribute)
            }
            let names = (members[property.slot] ?? []).map(words.name)
            return names.isEmpty ? nil : FormulaGuard.guarded(names.joined(separator: ";"))
        }
        try file(of: layout, properties).write(
            CSVText.line(["x-coredata://\(store)/\(words.name(row.key))"] + cells))
    }

    private func file(of layout: EntityLayout, _ properties: [PropertyLayout]) throws -> ExportFile {
        if let file = files[layout.number] { return file }
        // A name from a store is no path.
        let name = layout.name.replacing("/", with: "_") + ".csv"
        let file = try ExportFile(folder.appendingPathComponent(name).path)
        files[layout.number] = file
        try file.write(CSVText.line(["objectID"] + properties.map { FormulaGuard.guarded($0.name) }))
        return file
    }

    func finish() throws {
        for file in files.values { try file.finish() }
    }

    func abandon() {
        for file in files.values { file.abandon() }
    }
}

/// A file that is made beside its place.
final class ExportFile {
    private let path: String
    private let draft: URL
    private let handle: FileHandle
    private var pending = ""

    /// - Throws: `ToolError` when something is there already, or the folder cannot be written.
    init(_ path: String) throws {
        self.path = path
        let place = URL(fileURLWithPath: path)
        draft = place.deletingLastPathComponent()
            .appendingPathComponent(".\(place.lastPathComponent).\(UUID().uuidString)")
        guard !FileManager.default.fileExists(atPath: path) else {
            throw ToolError("\(path): exists already: name another file or folder", .cannotWrite)
        }
        guard FileManager.default.createFile(atPath: draft.path, contents: nil),
            let handle = FileHandle(forWritingAtPath: draft.path)
        else {
            throw ToolError("\(path): cannot be written: \(String(cString: strerror(errno)))", .cannotWrite)
        }
        self.handle = handle
        Interruption.removeOnInterrupt(draft.path)
    }

    func write(_ text: String) throws {
        pending += text
        if pending.utf8.count > 1 << 16 { try flush() }
    }

    private func flush() throws {
        do { try handle.write(contentsOf: Data(pending.utf8)) } catch {
            throw ToolError("\(path): cannot be written: \(ErrorText.describe(error))", .cannotWrite)
        }
        pending = ""
    }

    func finish() throws {
        try flush()
        try handle.close()
        do { try FileManager.default.moveItem(atPath: draft.path, toPath: path) } catch {
            throw ToolError("\(path): \(ErrorText.describe(error))", .cannotWrite)
        }
    }

    func abandon() {
        try? handle.close()
        try? FileManager.default.removeItem(at: draft)
    }
}
