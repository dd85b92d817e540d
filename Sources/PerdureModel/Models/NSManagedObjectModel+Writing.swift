// SPDX-License-Identifier: Apache-2.0
// Writes models to files. Part of NSManagedObjectModel.swift. NSManagedObjectModel+Loading.swift reads them.

import Foundation
import PerdureModelFormat

extension NSManagedObjectModel {
    /// Writes the model in compiled form, as Apple's model compiler does.
    ///
    /// The file or folder appears only when it is complete, and replaces an existing one. Values of `userInfo` that are no
    /// texts are written as their descriptions.
    ///
    /// ## Compatibility
    /// Apple's class has no such method.
    ///
    /// - Parameter url: A `.mom` file, or a `.momd` folder, which gets one version of the folder's name.
    /// - Throws: `CoreDataException` for a model that contradicts itself, `CocoaError` when a predicate or default
    ///   value cannot be archived or the file cannot be written.
    public func write(compiledTo url: URL) throws {
        try validate()
        try ErrorTranslation.translating(url: url) {
            guard url.pathExtension == "momd" else { return try ModelFile.write(document, to: url) }
            let name = url.deletingPathExtension().lastPathComponent
            let version = ModelBundle.Version(name: name, document: document)
            try ModelBundle(versions: [version], currentVersionName: name).write(to: url)
        }
    }

    /// The model as the `contents` file of an `.xcdatamodel` folder, as Xcode writes it.
    ///
    /// The format of sources has no form for validation predicates that are no limits, for default values that are data or
    /// objects, and for some details of requests. These are left out.
    ///
    /// ## Compatibility
    /// Apple's class has no such method.
    ///
    /// - Returns: The XML in UTF-8.
    public func contentsXML() -> Data { XMLModelWriter.write(document) }

    /// The model as an archive, with the same content as a `.mom` file.
    ///
    /// ## Compatibility
    /// The method replaces NSCoding, which cannot archive models on Linux.
    ///
    /// - Returns: A keyed archive that `init(archivedData:)` and Apple's frameworks read.
    /// - Throws: `CoreDataException` for a model that contradicts itself, `CocoaError` when a predicate or default
    ///   value cannot be archived.
    public func archivedData() throws -> Data {
        try validate()
        return try ErrorTranslation.translating { try CompiledModelWriter.write(document) }
    }

    /// Reads a model from the contents of a `.mom` or `contents` file.
    ///
    /// - Parameter data: The contents. Untrusted data is safe: the reader makes nothing but descriptions.
    /// - Throws: `CocoaError.fileReadCorruptFile` for damaged data and for a model that contradicts itself.
    public convenience init(archivedData data: Data) throws {
        let document = try ErrorTranslation.translating { try ModelFile.read(data: data) }
        self.init()
        try ErrorTranslation.translating { try ModelBuilder(document, into: self).build() }
    }
}
