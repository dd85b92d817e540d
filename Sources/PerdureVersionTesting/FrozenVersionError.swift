// SPDX-License-Identifier: Apache-2.0
// What FrozenVersions throws, in words that a failed test shows.

import Foundation

/// Why a test of frozen versions fails.
public enum FrozenVersionError: Error, CustomStringConvertible, LocalizedError {
    /// There is no such version.
    case missing(name: String, folder: URL)
    /// The folder has no version at all.
    case nothingFrozen(folder: URL)
    /// The model is not the one that was frozen under this name.
    case changed(name: String, entities: [String])
    /// A store cannot be opened under the newest version, or is not as it should be.
    case failed(name: String, any Error)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .missing(let name, let folder):
            "There is no version \"\(name)\" in \(folder.path). Freeze it with the program of that version."
        case .nothingFrozen(let folder):
            "There is no frozen version in \(folder.path). Call freeze(_:_:filling:) once, and commit the folder."
        case .changed(let name, let entities):
            "The model is not the version \"\(name)\" any more: it differs in \(entities.joined(separator: ", ")). Freeze it under "
                + "a name of its own, or take the change back if stores of \"\(name)\" are in use."
        case .failed(let name, let error):
            "The store of version \"\(name)\" does not open as it should under the newest version: \(error.localizedDescription)"
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
