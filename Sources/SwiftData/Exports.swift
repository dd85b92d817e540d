// SPDX-License-Identifier: Apache-2.0
// A source file written for Apple's SwiftData has no other import: it gets Foundation and Observation from here, and what
// Foundation lacks outside of Apple's systems, name by name.

@_exported import Foundation
@_exported import Observation

@_exported import class PerdureFoundationGaps.UndoManager
@_exported import class PerdureFoundationGaps.ValueTransformer
