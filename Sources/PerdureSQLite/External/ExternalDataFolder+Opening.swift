// SPDX-License-Identifier: Apache-2.0
// The way into the folder of external data: step by step, and no step may be a link, so that files are only ever read,
// made and removed beside the store.

import Foundation

extension ExternalDataFolder {
    /// Lends a descriptor of the folder.
    ///
    /// - Parameters:
    ///   - creates: whether a folder that is missing is made.
    ///   - body: is given the descriptor.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `ExternalFile.Failure` where there is none, or a link instead.
    func withDescriptor<T>(creating creates: Bool = false, _ body: (Int32) throws -> T) throws -> T {
        // What is wrong with a folder that cannot be made is found when it is opened.
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

    /// The names of all that is in the folder; none where there is no folder, or a link instead.
    var names: [String] {
        let found = try? withDescriptor { folder -> [String] in
            let copy = dup(folder)
            guard copy >= 0, let list = fdopendir(copy) else { return [] }
            // Closes the copied descriptor too.
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
        // The name ends with a zero within its field, says the system.
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Names of the form that is written here; anything else in the folder is somebody's own.
    var fileNames: Set<String> { Set(names.filter { $0.utf8.count == 36 && UUID(uuidString: $0) != nil }) }
}
