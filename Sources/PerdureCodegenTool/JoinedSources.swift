// SPDX-License-Identifier: Apache-2.0
// Several generated sources as one file: one header, each import once.

import PerdureCodegen

/// Joins sources.
struct JoinedSources {
    private let header: String
    private var imports: Set<String> = []
    private var bodies: [String] = []

    /// Joins sources, which may be none.
    ///
    /// - Parameters:
    ///   - files: generated sources, each with its header and its imports first.
    ///   - source: what the header names.
    init(_ files: [GeneratedFile], source: String) {
        header = GeneratedFile.header(source: source)
        for file in files {
            let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            let body = lines.drop { Self.isPreamble($0) }
            imports.formUnion(lines.prefix(lines.count - body.count).filter { $0.hasPrefix("import ") })
            bodies.append(body.joined(separator: "\n"))
        }
    }

    private static func isPreamble(_ line: String) -> Bool {
        line.isEmpty || line.hasPrefix(GeneratedFile.mark) || line.hasPrefix("import ")
    }

    var text: String {
        let preamble = imports.isEmpty ? [] : [imports.sorted().joined(separator: "\n") + "\n"]
        return ([header + "\n"] + preamble + bodies).joined(separator: "\n")
    }
}
