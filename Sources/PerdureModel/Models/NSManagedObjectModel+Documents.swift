// SPDX-License-Identifier: Apache-2.0
// Models as the values of model files. Part of NSManagedObjectModel.swift.

import Foundation
import PerdureModelFormat

extension NSManagedObjectModel {
    /// Makes a model from the document that a reader found in a file.
    ///
    /// - Throws: `ModelFormatError` for names that nothing in the model has.
    package convenience init(document: ModelDocument) throws {
        self.init()
        try ModelBuilder(document, into: self).build()
    }

    /// Everything that a model file can say about the model.
    package var document: ModelDocument { ModelDocumentBuilder(self).document() }
}
