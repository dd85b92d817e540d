// SPDX-License-Identifier: Apache-2.0
// Finds the folder of real files beside the project. Tests that need it are skipped where it is absent:
// `@Test(.enabled(if: Fixtures.isAvailable, "…"))`.

import Foundation

/// The real models and stores that Apple's tools wrote; read-only, and never part of the project.
public enum Fixtures {
    /// The project's own folder.
    public static let packageRoot = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The folder beside the project.
    public static let folder = packageRoot.deletingLastPathComponent().appendingPathComponent(
        "shared/fixtures")

    /// Whether the folder is there.
    public static var isAvailable: Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent("manifest.tsv").path)
    }

    /// The reason that a skipped test prints.
    public static let absence: String = "the folder of fixtures is not beside the project"

    /// All files below a folder of the fixtures whose names satisfy a condition, sorted by path.
    ///
    /// - Parameters:
    ///   - subfolder: For example "models".
    ///   - matches: The condition on a file's name.
    /// - Returns: Paths relative to `folder`; none where the fixtures are absent.
    public static func files(in subfolder: String, where matches: (String) -> Bool) -> [String] {
        let start = folder.appendingPathComponent(subfolder)
        guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
        return walk.compactMap { $0 as? String }
            .filter { matches(($0 as NSString).lastPathComponent) }
            .map { "\(subfolder)/\($0)" }
            .sorted()
    }

    /// Whether a file's name is the name of a store: .sqlite, or .store for SwiftData's files.
    public static func isStore(_ name: String) -> Bool {
        name.hasSuffix(".sqlite") || name.hasSuffix(".store")
    }

    /// The file at a path relative to `folder`.
    ///
    /// - Parameter path: A path from `files(in:where:)`.
    /// - Returns: Its URL.
    public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// The lines of a table of the fixtures, as dictionaries by column name.
    ///
    /// - Parameter name: For example "pairs.tsv".
    /// - Returns: One dictionary per line below the heading.
    /// - Throws: When the file cannot be read.
    public static func table(_ name: String) throws -> [[String: String]] {
        let lines = try String(contentsOf: url(name), encoding: .utf8).split(whereSeparator: \.isNewline)
        guard let heading = lines.first?.split(separator: "\t", omittingEmptySubsequences: false) else {
            return []
        }
        return lines.dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return Dictionary(zip(heading.map(String.init), fields), uniquingKeysWith: { first, _ in first })
        }
    }
}
