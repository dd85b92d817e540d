// SPDX-License-Identifier: Apache-2.0
// Keeps external files in step with a transaction. New files are on disk before the commit, and are removed when the commit
// fails. Files that no row names any more are removed after the commit.

import CSQLite
import Foundation
import PerdureStore

/// The external files of one transaction.
///
/// A kill between the two steps leaves a file without a row, never a row without its file.
final class ExternalDataJournal: TransactionParticipant {
    private let folder: ExternalDataFolder?
    /// The readers of earlier states, whose rows may name obsolete files.
    private let readViews: (any ObsoleteFiles)?
    private var written: [ExternalFile] = []
    private var obsolete: [ExternalFile] = []
    /// How many written and obsolete files the transaction had before its last part.
    private var before = (written: 0, obsolete: 0)

    init(folder: ExternalDataFolder?, readViews: (any ObsoleteFiles)? = nil) {
        self.folder = folder
        self.readViews = readViews
    }

    /// The bytes for a value's column.
    ///
    /// A large value is written to a file.
    func store(_ value: Data, entity: String, property: String) throws -> Data {
        guard let folder, value.count > ExternalDataFolder.threshold else {
            return ExternalDataFolder.inline(value)
        }
        let file = ExternalFile(folder: folder, name: UUID().uuidString)
        do {
            try file.write(value)
        } catch {
            throw Self.storeError(error, file, entity, property)
        }
        written.append(file)
        return ExternalDataFolder.reference(to: file.name)
    }

    /// The error of a file that could not be written: a full disk and missing rights are the disk's errors, not the value's.
    static func storeError(
        _ error: any Error, _ file: ExternalFile, _ entity: String, _ property: String
    ) -> StoreError {
        let failure = error as? ExternalFile.Failure
        let reason = failure?.reason ?? "\(error.localizedDescription)"
        let place = "external data of \(entity).\(property): \(reason)"
        return switch failure?.code {
        case ENOSPC?, EDQUOT?:
            .database(code: SQLITE_FULL, extendedCode: SQLITE_FULL, message: place, statement: nil)
        case EACCES?, EPERM?, EROFS?: .readOnly(path: file.folder.path, reason: place)
        default:
            .externalData(entity: entity, property: property, name: file.name, reason: reason)
        }
    }

    /// Notes that the file behind a stored value is not needed after the commit.
    func release(_ stored: Data) {
        // A damaged reference names no file, so there is none to remove.
        guard let folder,
            let name = try? ExternalDataFolder.fileName(in: stored, entity: "", property: "")
        else { return }
        obsolete.append(ExternalFile(folder: folder, name: name))
    }

    func didWrite(_ part: WrittenPart) { before = (written.count, obsolete.count) }

    func didUndoPart() {
        written[before.written...].forEach { $0.remove() }
        written.removeSubrange(before.written...)
        obsolete.removeSubrange(before.obsolete...)
    }

    func committed() {
        if let readViews { readViews.remove(obsolete) } else { obsolete.forEach { $0.remove() } }
        forget()
    }

    func rolledBack() {
        written.forEach { $0.remove() }
        forget()
    }

    private func forget() { (written, obsolete, before) = ([], [], (0, 0)) }
}
