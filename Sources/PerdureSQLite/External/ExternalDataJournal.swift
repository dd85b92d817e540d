// SPDX-License-Identifier: Apache-2.0
// Keeps external files in step with a transaction. New files are on disk before the commit, and are removed when the commit
// fails. Files that no row names any more are removed after the commit.

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
            let reason = (error as? ExternalFile.Failure)?.reason ?? "\(error.localizedDescription)"
            throw StoreError.externalData(
                entity: entity, property: property, name: file.name, reason: reason)
        }
        written.append(file)
        return ExternalDataFolder.reference(to: file.name)
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
