// SPDX-License-Identifier: Apache-2.0
// Writes generated files into a folder that people commit. The tool overwrites no hand-written file, and does not touch a
// file that is up to date.

import Foundation
import PerdureCodegen

/// A folder of generated sources.
struct SourceFolder {
    let path: String
    /// The model from which the sources are generated.
    let source: String

    private enum State: String {
        case written
        case unchanged
        /// A file that the model generated before and does not generate any more.
        case outdated
    }

    /// Writes files and prints the state of each file.
    ///
    /// - Throws: `ToolError` when a file cannot be written. A hand-written file in the way also throws, before any writing.
    func write(_ files: [GeneratedFile], isForced: Bool) throws {
        if !isForced { try refuseForeign(files) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var rows = try files.sorted { $0.name < $1.name }.map { [try write($0).rawValue, $0.name] }
            rows += outdated(files).map { [State.outdated.rawValue, $0] }
            try Console.print(PlainText.table(rows.map { $0.map(PlainText.safe) }))
        } catch let error as CocoaError {
            throw ToolError("\(path): \(error.localizedDescription)", .cannotWrite)
        }
    }

    private var folder: URL { URL(fileURLWithPath: path, isDirectory: true) }

    private func refuseForeign(_ files: [GeneratedFile]) throws {
        let foreign = files.filter { text(of: $0.name).map { !GeneratedFile.isGenerated($0) } ?? false }
        guard let first = foreign.first else { return }
        let others = foreign.count > 1 ? " and \(foreign.count - 1) more" : ""
        throw ToolError(
            "\(folder.appendingPathComponent(first.name).path)\(others): not a generated file; --force overwrites it",
            .cannotWrite)
    }

    private func write(_ file: GeneratedFile) throws -> State {
        guard text(of: file.name) != file.text else { return .unchanged }
        try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name), options: .atomic)
        return .written
    }

    /// The names of files whose header names the model although the model no longer generates them.
    private func outdated(_ files: [GeneratedFile]) -> [String] {
        let current = Set(files.map(\.name))
        let header = GeneratedFile.header(source: source)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") && !current.contains($0) }
            .filter { text(of: $0)?.hasPrefix(header) ?? false }.sorted()
    }

    /// The text of a file; nil without the file, and empty for an unreadable file, which counts as hand-written.
    private func text(of name: String) -> String? {
        let file = folder.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }
}
