// SPDX-License-Identifier: Apache-2.0
// The folder in which containers keep stores unless told otherwise.

import Foundation

/// The program's folder for data.
enum DataFolder {
    static var url: URL {
        let program = ProcessInfo.processInfo.processName
        return base.appendingPathComponent(program.isEmpty ? "CoreData" : program, isDirectory: true)
    }

    /// Application Support on Apple's systems; elsewhere what the XDG specification says.
    private static var base: URL {
        #if canImport(Darwin)
            return FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
        #else
            let environment = ProcessInfo.processInfo.environment
            // The specification wants relative paths ignored.
            if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
                return URL(fileURLWithPath: folder, isDirectory: true)
            }
            return FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
                ".local/share", isDirectory: true)
        #endif
    }

    /// Creates the default folder for a store that is to be created in it; other folders are the caller's.
    ///
    /// What fails here is reported when the store is opened.
    static func createIfNeeded(for description: NSPersistentStoreDescription, default folder: URL) {
        guard !description.isReadOnly, let url = description.url,
            url.deletingLastPathComponent().standardizedFileURL == folder.standardizedFileURL
        else { return }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
