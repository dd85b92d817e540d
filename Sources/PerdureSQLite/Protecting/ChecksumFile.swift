// SPDX-License-Identifier: Apache-2.0
// The file with a store's page checksums, beside the store. It is only read where it is a plain file, and is replaced in one
// step.

import Foundation
import PerdureStore

/// The side file with checksums.
struct ChecksumFile {
    /// The store's real path, beside which SQLite's side files lie too.
    let store: String
    var path: String { StoreSideFiles(path: store).checksums }

    init(of store: String) { self.store = SideFiles.resolved(store) }

    /// Reads the checksums; nil when there are none.
    ///
    /// - Throws: `PageChecksums.Damage`.
    func read() throws -> PageChecksums? {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw damage("it cannot be opened", errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw PageChecksums.Damage(reason: "it is no plain file")
        }
        guard status.st_size <= off_t(PageChecksums.largest) else {
            throw PageChecksums.Damage(reason: "it is too large")
        }
        return try PageChecksums(read(file, Int(status.st_size)))
    }

    private func read(_ file: Int32, _ size: Int) throws -> Data {
        var data = Data(count: size)
        var done = 0
        while done < size {
            let part = data.withUnsafeMutableBytes { bytes in
                // In range: done < size.
                pread(file, bytes.baseAddress.map { $0 + done }, size - done, off_t(done))
            }
            if part < 0, errno == EINTR { continue }
            if part < 0 { throw damage("it cannot be read", errno) }
            guard part > 0 else { throw PageChecksums.Damage(reason: "it is cut off") }
            done += part
        }
        return data
    }

    private func damage(_ what: String, _ code: Int32) -> PageChecksums.Damage {
        PageChecksums.Damage(reason: "\(what): \(String(cString: strerror(code)))")
    }

    /// Replaces the file in one step, with the rights of the store.
    ///
    /// - Parameters:
    ///   - checksums: The content.
    ///   - clock: Is called with the new file, before its name is known.
    /// - Throws: `StoreError.cannotOpen`; the former file stays then.
    func write(_ checksums: PageChecksums, clock: (Int32) -> Void) throws {
        let staging = try StagingFolder(for: store)
        defer { staging.remove() }
        let made = staging.file("checksums")
        let file = open(made, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        clock(file)
        do { try ExternalFile.put(checksums.data, to: file) } catch { throw failure() }
        giveRights(to: file)
        guard fsync(file) == 0, rename(made, path) == 0 else { throw failure() }
        try syncFolder()
    }

    /// Gives the file to those who have the store; a failure leaves it to this user.
    private func giveRights(to file: Int32) {
        var status = stat()
        guard stat(store, &status) == 0 else { return }
        if geteuid() == 0 { _ = fchown(file, status.st_uid, status.st_gid) }
        _ = fchmod(file, status.st_mode & 0o666)
    }

    private func syncFolder() throws {
        let name = URL(fileURLWithPath: store).deletingLastPathComponent().path
        let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if folder >= 0 { close(folder) } }
        guard folder >= 0, fsync(folder) == 0 else { throw failure() }
    }

    private func failure() -> StoreError {
        let code = errno
        return .cannotOpen(
            path: path, code: code,
            reason: "the checksums cannot be written (\(String(cString: strerror(code))))")
    }

    /// Removes the file.
    ///
    /// - Returns: Whether there was one.
    /// - Throws: `StoreError.cannotOpen`.
    func remove() throws -> Bool {
        guard unlink(path) != 0 else { return true }
        guard errno == ENOENT else { throw failure() }
        return false
    }
}
