// SPDX-License-Identifier: Apache-2.0
// The default folder in which containers keep stores.

import Foundation

/// The program's folder for data.
enum DataFolder {
    static var url: URL {
        let program = ProcessInfo.processInfo.processName
        return base.appendingPathComponent(program.isEmpty ? "CoreData" : program, isDirectory: true)
    }

    /// Application Support on Apple's systems; elsewhere the data folder of the XDG specification.
    private static var base: URL {
        #if canImport(Darwin)
        return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        #else
        let environment = ProcessInfo.processInfo.environment
        // The specification says that relative paths must be ignored.
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
            ".local/share", isDirectory: true)
        #endif
    }

    /// Creates the default folder before a store is created in it; any other folder is the caller's responsibility.
    ///
    /// Opening the store reports an error that occurs here.
    static func createIfNeeded(for description: NSPersistentStoreDescription, default folder: URL) {
        guard !description.isReadOnly, let url = description.url,
            url.deletingLastPathComponent().standardizedFileURL == folder.standardizedFileURL
        else { return }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
