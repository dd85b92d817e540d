// SPDX-License-Identifier: Apache-2.0
// Finds a container's model by its name.

import Foundation

/// Looks for a model's file in bundles.
struct ModelFinding {
    let name: String
    let bundles: [Bundle]

    /// The compiled forms first; a source is read where nothing compiled it.
    static let extensions = ["momd", "mom", "xcdatamodeld", "xcdatamodel"]

    /// The model.
    ///
    /// - Throws: `CocoaError.fileNoSuchFile` when no bundle has it, or what reading it reports.
    func model() throws -> NSManagedObjectModel {
        guard let url else { throw missing }
        return try NSManagedObjectModel.load(contentsOf: url)
    }

    private var url: URL? {
        for bundle in bundles {
            for type in Self.extensions {
                if let url = bundle.url(forResource: name, withExtension: type) { return url }
                // SwiftPM copies a folder named as a resource without registering its type.
                let plain = bundle.bundleURL.appendingPathComponent("\(name).\(type)")
                if FileManager.default.fileExists(atPath: plain.path) { return plain }
            }
        }
        return nil
    }

    private var missing: CocoaError {
        let places = bundles.map(\.bundlePath).joined(separator: ", ")
        return CocoaError(
            .fileNoSuchFile,
            userInfo: [
                NSLocalizedDescriptionKey:
                    "There is no model \"\(name)\" (\(Self.extensions.map { "." + $0 }.joined(separator: ", "))) "
                    + "in \(places). Name the bundle that has it in init(name:bundles:), or give the model itself."
            ])
    }
}
