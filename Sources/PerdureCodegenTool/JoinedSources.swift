// SPDX-License-Identifier: Apache-2.0
// Joins several generated sources into one file, with one header and each import once.

import PerdureCodegen

/// Joins sources.
struct JoinedSources {
    private let header: String
    private var imports: Set<String> = []
    private var bodies: [String] = []

    /// Joins sources; the list may be empty.
    ///
    /// - Parameters:
    ///   - files: generated sources, each with its header (comments) and its imports first.
    ///   - source: the name in the header.
    init(_ files: [GeneratedFile], source: String) {
        header = GeneratedFile.header(source: source)
        for file in files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let body = lines.drop { Self.isPreamble($0) }
            imports.formUnion(lines.prefix(lines.count - body.count).filter(Self.isImport))
            bodies.append(body.joined(separator: "\n"))
        }
    }

    private static func isPreamble(_ line: String) -> Bool {
        line.isEmpty || line.hasPrefix("// ") || isImport(line)
    }

    private static func isImport(_ line: String) -> Bool {
        line.hasPrefix("import ") || line.hasPrefix("public import ")
    }

    var text: String {
        // A public import in one source makes the import public for the whole file.
        let lines = imports.filter { !imports.contains("public " + $0) }.sorted()
        let preamble = lines.isEmpty ? [] : [lines.joined(separator: "\n") + "\n"]
        return ([header + "\n"] + preamble + bodies).joined(separator: "\n")
    }
}
