// SPDX-License-Identifier: Apache-2.0
// A folder of files, one for each entity. It must be new, and goes again when the dump fails.

import Foundation

/// A folder that is being filled.
struct DumpFolder {
    private let path: String

    /// - Throws: `ToolError` when there is something at the path, or the folder cannot be made.
    init(_ path: String) throws {
        self.path = path
        guard mkdir(path, 0o777) == 0 else {
            let reason =
                errno == EEXIST
                ? "exists already: name a folder that does not exist yet"
                : "cannot be created: \(String(cString: strerror(errno)))"
            throw ToolError("\(path): \(reason)", .cannotWrite)
        }
        Interruption.removeOnInterrupt(path)
    }

    /// Fills the folder; removes it when that fails.
    ///
    /// - Throws: What the body throws.
    func filled(_ body: (DumpFolder) throws -> Void) throws {
        do { try body(self) } catch {
            try? FileManager.default.removeItem(atPath: path)
            throw error
        }
        Interruption.isComplete(path)
    }

    /// The new file of an entity.
    ///
    /// - Throws: `ToolError`.
    func output(_ entity: String, _ ending: String) throws -> ByteOutput {
        try ByteOutput(creating: "\(path)/\(Self.safe(entity)).\(ending)")
    }

    /// A name from a model, without what would lead out of the folder.
    private static func safe(_ name: String) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "_-")
        return name.addingPercentEncoding(withAllowedCharacters: allowed) ?? "entity"
    }
}
