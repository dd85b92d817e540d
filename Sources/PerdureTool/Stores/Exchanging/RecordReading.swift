// SPDX-License-Identifier: Apache-2.0
// Reads the records of JSON lines and of tables. A line that cannot be read is a problem, and the others are read all the same.

import Foundation

/// The records of some files.
struct RecordReading {
    private(set) var records: [ImportedRecord] = []
    private(set) var problems: [ImportProblem] = []
    /// The UUID of the store that the file was exported from.
    private var store: String?
    /// The entity of records that do not name theirs.
    private let entity: String?

    private static let standardInput = "standard input"

    init(entity: String?) { self.entity = entity }

    /// Reads a file, a folder of tables, or standard input.
    ///
    /// - Throws: `ToolError` for a file that cannot be read at all.
    mutating func read(_ path: String) throws {
        if path == "-" { return readText(try StandardInput.read(), Self.standardInput) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ToolError("\(path): there is no such file")
        }
        guard isFolder.boolValue else { return readText(try data(path), path) }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
            .filter { $0.hasSuffix(".csv") && !$0.hasPrefix(".") }
        guard !names.isEmpty else { throw ToolError("\(path): the folder has no .csv files") }
        for name in names {
            let file = URL(fileURLWithPath: path).appendingPathComponent(name).relativePath
            readText(try data(file), file)
        }
    }

    private func data(_ path: String) throws -> Data {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ToolError("\(path): cannot be read: \(String(cString: strerror(errno)))")
        }
        return try StandardInput.read(handle, path)
    }

    private mutating func readText(_ data: Data, _ path: String) {
        // A table begins with a name of a column, and each line of JSON with a bracket.
        let start = data.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        store = nil
        let place = ImportPlace(file: path, line: 1)
        guard let start else { return add(place, "is empty") }
        guard !MistakenFile.isDatabase(data) else {
            return add(
                place, "is a store: write its objects with 'store export', or copy it with 'store copy'")
        }
        guard start != UInt8(ascii: "[") else {
            return add(place, "is a list in square brackets: write one object per line, as jq -c '.[]' does")
        }
        if path.hasSuffix(".csv") || (start != UInt8(ascii: "{") && !path.hasSuffix(".jsonl")) {
            readTable(data, path)
        } else {
            readLines(data, path)
        }
    }

    private mutating func add(_ place: ImportPlace, _ text: String, entity: String? = nil) {
        problems.append(ImportProblem(place: place, entity: entity, key: nil, text: text))
    }

    // MARK: JSON lines

    private mutating func readLines(_ data: Data, _ path: String) {
        var number = 0
        // Windows puts a mark before texts.
        let data = data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
            let place = ImportPlace(file: path, line: number)
            do throws(JSONFault) {
                guard case .object(let members) = try JSONReader.value(line) else {
                    add(place, "a line must be an object in curly brackets")
                    continue
                }
                read(members, place)
            } catch {
                add(place, "is no JSON: \(error.text) (byte \(error.offset + 1))")
            }
        }
    }

    private mutating func read(_ members: [(key: String, value: JSONValue)], _ place: ImportPlace) {
        let fields = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
        if case .string("perdure-export")? = fields["format"] {
            guard case .integer(1)? = fields["version"] else {
                return add(place, "the export has a form that this \(Program.name) does not know")
            }
            if case .string(let uuid)? = fields["store"] { store = uuid }
            return
        }
        guard let entity = text(fields["entity"]) ?? entity else {
            return add(place, "names no entity: give each line an \"entity\", or use --entity")
        }
        var values = members.filter { !["objectID", "entity"].contains($0.key) }
        if case .object(let inner)? = fields["values"] { values = inner }
        add(entity, text(fields["objectID"]), values.map { ($0.key, .json($0.value)) }, place)
    }

    private func text(_ value: JSONValue?) -> String? {
        if case .string(let text)? = value { text } else { nil }
    }

    private mutating func add(
        _ entity: String, _ name: String?, _ values: [(key: String, value: ImportedValue)],
        _ place: ImportPlace
    ) {
        let known = name.map { ObjectName($0) }
        if let name, known == .some(nil) {
            return add(place, "'\(name)' is no objectID: write 'Entity/p1'", entity: entity)
        }
        records.append(
            ImportedRecord(
                place: place, entity: entity, name: known ?? nil, values: values,
                store: (known ?? nil)?.store ?? store))
    }

    // MARK: Tables

    private mutating func readTable(_ data: Data, _ path: String) {
        let lines: [CSVReader.Line]
        do throws(CSVFault) { lines = try CSVReader.lines(data) } catch {
            return add(ImportPlace(file: path, line: error.line), error.text)
        }
        guard let head = lines.first else { return }
        let place = ImportPlace(file: path, line: head.number)
        let names = head.cells.map { FormulaGuard.unguarded($0 ?? "") }
        guard Set(names).count == names.count, !names.contains("") else {
            return add(place, "the first line must name each column once")
        }
        let own = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
        guard path != Self.standardInput || entity != nil || names.contains("entity") else {
            return add(place, "names no entity: use --entity, or a column \"entity\"")
        }
        for line in lines.dropFirst() {
            let place = ImportPlace(file: path, line: line.number)
            guard line.cells.count == names.count else {
                add(place, "has \(line.cells.count) cells, and the first line \(names.count)")
                continue
            }
            let cells = Array(zip(names, line.cells))
            let entity = cells.first { $0.0 == "entity" }?.1 ?? entity ?? own
            let values = cells.filter { !["objectID", "entity"].contains($0.0) }
            add(
                entity, cells.first { $0.0 == "objectID" }?.1 ?? nil, values.map { ($0.0, .cell($0.1)) },
                place)
        }
    }
}
