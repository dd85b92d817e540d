// SPDX-License-Identifier: Apache-2.0
// XML and binary files as store kinds (StoreKind.swift): the whole file is in memory while the store is open. FileStoreOpener.swift
// opens one, XML/ and Binary/ have the two forms of files.

import Foundation
import Perdure
import PerdureBase
import PerdureStore

/// What Perdure asks for when it makes its table of store types.
@_cdecl("perdure_file_stores")
package func perdureFileStores() -> UnsafeMutableRawPointer {
    let kinds = [FileStores(form: XMLForm()), FileStores(form: BinaryForm())]
    return Unmanaged.passRetained(StoreKindsBox(kinds)).toOpaque()
}

/// The types NSXMLStoreType and NSBinaryStoreType.
struct FileStores: StoreKind {
    let form: any FileForm
    let ownKeys: Set<String> = []

    var type: String { form.type }
    var files: (any StoreFiles)? { DocumentFiles(form: form) }

    func resolvedURL(of url: URL?) throws -> URL? {
        guard let url, !url.isFileURL else { return url }
        throw CoreDataException.invalidArgument(
            "A store of the type \"\(type)\" needs a file URL; \"\(url.absoluteString)\" is none.")
    }

    func opening(_ specification: StoreSpecification, for coordinator: NSPersistentStoreCoordinator)
        -> any StoreOpener
    {
        FileStoreOpener(form: form, specification: specification, coordinator: coordinator)
    }

    func check(_ plan: FetchPlan, for schema: Schema) throws {
        _ = try InMemoryEngine(schema: schema).fetch(plan)
    }
}
