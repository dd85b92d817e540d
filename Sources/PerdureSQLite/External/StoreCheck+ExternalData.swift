// SPDX-License-Identifier: Apache-2.0
// Checks that every external value has its file, and every file its value.

import Foundation
import PerdureSQL
import PerdureStore

extension ExternalValueFeature: FeatureCheck {
    static func check(_ check: inout StoreCheck, _ mapping: StoreMapping, _ rules: TriggerRules) throws {
        try check.externalData(mapping)
    }
}

extension StoreCheck {
    fileprivate mutating func externalData(_ mapping: StoreMapping) throws {
        guard let folder = connection.externalData else { return }
        var named: Set<String> = []
        for table in mapping.tables {
            var columns: Set<String> = []
            for entity in table.entities.compactMap({ mapping[$0] }) {
                for attribute in entity.slots.flatMap(\.attributes)
                where attribute.form.mayLieInFile { columns.insert(attribute.name) }
            }
            for column in columns.sorted() { try files(column, table, folder, &named) }
        }
        // The others may be named by the rows of another store.
        guard !folder.isShared else { return }
        // Metadata that cannot be read are a problem of their own.
        let left = (try? StoreMetadata.read(connection)).map { DeferredRemovals($0).all } ?? []
        named.formUnion(
            try NamedFiles.names(leftIn: left, ExistingSchemaReader.read(connection), connection))
        for name in folder.names.sorted() where !named.contains(name) {
            add(StoreProblem(.warning, object: name, "a file in the external data folder that no row names"))
        }
    }

    private mutating func files(
        _ column: String, _ table: TableMapping, _ folder: ExternalDataFolder, _ named: inout Set<String>
    ) throws {
        let name = quotedName(column)
        let stored = try connection.all(
            "SELECT Z_PK, CASE WHEN length(\(name)) <= 64 THEN \(name) ELSE substr(\(name), 1, 1) END"
                + " FROM \(quotedName(table.name)) WHERE typeof(\(name)) = 'blob'"
                + " AND substr(\(name), 1, 1) <> x'01'"
        ) { ($0.integer(0), $0.blob(1)) }
        for (row, bytes) in stored {
            if let problem = problem(with: bytes, column, folder, &named) {
                add(StoreProblem(.error, object: table.name, row: row, problem))
            }
        }
    }

    private func problem(
        with stored: Data, _ column: String, _ folder: ExternalDataFolder, _ named: inout Set<String>
    ) -> String? {
        do {
            guard let name = try ExternalDataFolder.fileName(in: stored, entity: "", property: column) else {
                return "the value in \(column) starts with an unknown marker"
            }
            named.insert(name)
            try ExternalFile(folder: folder, name: name).examine()
            return nil
        } catch let failure as ExternalFile.Failure {
            return "the file of \(column) cannot be read: \(failure.reason)"
        } catch {
            return "the reference to a file in \(column) is damaged"
        }
    }
}
