// SPDX-License-Identifier: Apache-2.0
// Reads the hand-written declarations in a module's own sources, for generate's --sources.

import Foundation
import PerdureCodegen

/// Reads the sources beside generated files.
enum SourceReading {
    /// Reads the Swift files below a folder, except generated files.
    ///
    /// - Returns: the declarations of the files.
    /// - Throws: `ToolError` for a missing folder.
    static func read(_ folder: String) throws -> TargetSources {
        guard let walk = FileManager.default.enumerator(atPath: folder) else {
            throw ToolError("\(folder): there is no such folder")
        }
        let names = walk.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
        let files: [SourceFile] = names.compactMap { name in
            let path = URL(fileURLWithPath: folder).appendingPathComponent(name).path
            guard let text = try? String(contentsOfFile: path, encoding: .utf8),
                !GeneratedFile.isGenerated(text)
            else { return nil }
            return SourceFile(path: path, text: text)
        }
        return TargetSources(files)
    }
}
