// SPDX-License-Identifier: Apache-2.0
// The model files that the program has read. A migration looks into them for the version that made a store; ModelFiles.swift
// reads their versions.

import Foundation
import PerdureBase

/// The files of models that were loaded.
package enum LoadedModelFiles {
    /// More files than programs have; a program that reads thousands of models keeps the newest.
    private static let limit = 64
    private static let known = Lock<[URL]>([])

    /// Notes a file from which a model was read; of a version the whole model counts.
    static func add(_ url: URL) {
        let folder = url.deletingLastPathComponent()
        let file = ["momd", "xcdatamodeld"].contains(folder.pathExtension) ? folder : url
        known.withLock { known in
            if known.last == file { return }
            known.removeAll { $0 == file }
            known.append(file)
            if known.count > limit { known.removeFirst() }
        }
    }

    /// The files, with the newest first.
    package static var all: [URL] { known.withLock { $0.reversed() } }
}
