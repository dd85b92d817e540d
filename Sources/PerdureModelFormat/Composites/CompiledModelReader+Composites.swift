// SPDX-License-Identifier: Apache-2.0
// Limits the depth of composite attributes in compiled models. Part of CompiledModelReader.swift.

import PerdurePredicates
import PerdurePropertyList

extension CompiledModelReader {
    /// Reads one level deeper: composites may hold composites, down to `ModelLimits.composites` levels.
    func nested<Value>(
        _ name: String, _ read: (CompiledModelReader) throws -> Value
    ) throws -> Value {
        var reader = self
        reader.compositeDepth += 1
        guard reader.compositeDepth <= ModelLimits.composites else {
            throw PropertyListError(
                "composite attributes stand more than \(ModelLimits.composites) deep inside each other, down to "
                    + "'\(name)'; take an element out")
        }
        return try read(reader)
    }
}
