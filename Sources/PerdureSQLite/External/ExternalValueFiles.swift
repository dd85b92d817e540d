// SPDX-License-Identifier: Apache-2.0
// The folder of large values as one kind of sidecar of a store (File/StoreSidecar.swift).

/// The files of large values beside one store.
struct ExternalValueFiles: StoreSidecar {
    private let folder: ExternalDataFolder

    init(beside path: String) { folder = ExternalDataFolder(store: path) }

    var place: String? { folder.isShared ? nil : folder.supportPath }

    func removal() -> () -> Void {
        // The present files belong to the present content. Files that other processes add for the next content have other
        // names.
        let files = folder.fileNames
        // Some of them may be those of another store.
        guard !folder.isShared else { return {} }
        return { [folder] in
            for name in files { ExternalFile(folder: folder, name: name).remove() }
            folder.removeIfEmpty()
        }
    }

    func draft(of source: String) -> any SidecarDraft { ExternalDataCopy(of: source, to: folder) }

    func attach(to connection: SQLiteConnection) {
        connection.externalValueSource = ExternalValueReader(folder)
    }
}
