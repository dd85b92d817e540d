// SPDX-License-Identifier: Apache-2.0
// Makes a model immutable after its first use. Every description keeps its facts in one value, and an observer of that value
// asks the description's seal. NSManagedObjectModel+Freezing.swift closes the seals.

import PerdureBase

/// Whether a description may still be edited.
///
/// A description's facts are one stored value: `var facts = Facts() { willSet { seal.requireOpen() } }`. So each
/// class has one gate, however many properties it has.
struct ModelSeal {
    private(set) var isClosed = false

    mutating func close() { isClosed = true }

    /// Stops the process when the model is in use: the setters of Core Data cannot throw.
    func requireOpen() {
        if isClosed { CoreDataException.internalInconsistency(ErrorMessages.immutableModel).stop() }
    }
}
