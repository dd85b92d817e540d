// SPDX-License-Identifier: Apache-2.0
// Opens the folder of external data one path component at a time. No component may be a link, so files are read, made and
// removed only beside the store.

import Foundation

extension ExternalDataFolder {
    /// Lends a descriptor of the folder.
    ///
    /// - Parameters:
    ///   - creates: whether a missing folder is made.
    ///   - body: receives the descriptor.
    /// - Returns: the result of the body.
    /// - Throws: any error of the body; `ExternalFile.Failure` when the folder is missing or a link.
    func withDescriptor<T>(creating creates: Bool = false, _ body: (Int32) throws -> T) throws -> T {
        // If the folder cannot be made, the next open reports the reason.
        if creates { mkdir(supportPath, 0o777) }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let support = open(supportPath, flags)
        guard support >= 0 else { throw ExternalFile.Failure("the folder \(supportPath) cannot be opened") }
        defer { close(support) }
        if creates { mkdirat(support, Self.name, 0o777) }
        let folder = openat(support, Self.name, flags)
        guard folder >= 0 else { throw ExternalFile.Failure("the folder \(path) cannot be opened") }
        defer { close(folder) }
        return try body(folder)
    }

    static let name = "_EXTERNAL_DATA"

    /// The names of all entries in the folder; empty when the folder is missing or a link.
    var names: [String] {
        let found = try? withDescriptor { folder -> [String] in
            let copy = dup(folder)
            guard copy >= 0, let list = fdopendir(copy) else { return [] }
            // This closes the copied descriptor too.
            defer { closedir(list) }
            var names: [String] = []
            while let entry = readdir(list) {
                names.append(Self.name(of: entry))
            }
            return names.filter { $0 != "." && $0 != ".." }
        }
        return found ?? []
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
        // POSIX says that the name ends with a zero within its field.
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// The names in the form that this engine writes; other files in the folder belong to the user.
    var fileNames: Set<String> { Set(names.filter { $0.utf8.count == 36 && UUID(uuidString: $0) != nil }) }
}
