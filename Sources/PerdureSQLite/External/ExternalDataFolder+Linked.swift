// SPDX-License-Identifier: Apache-2.0
// The folder of external data of a store that is named by a symbolic link to its file. SQLite follows the link, so the folder
// beside the file is the store's.

import Foundation

extension ExternalDataFolder {
    /// The file or the link that a store's folder lies beside.
    ///
    /// A store that was written through a link may have its folder beside the link; that folder stays in use.
    static func owner(of store: String) -> String {
        var status = stat()
        guard lstat(store, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
            lstat(supportPath(beside: store), &status) != 0
        else { return store }
        return SideFiles.resolved(store)
    }

    /// The parent folder of the external data beside a file or a link.
    static func supportPath(beside file: String) -> String {
        let url = URL(fileURLWithPath: file)
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent().path + "/.\(name)_SUPPORT"
    }
}
