// SPDX-License-Identifier: Apache-2.0
// Key-value coding with paths through a mergeable dictionary. Part of MergeableDictionary.swift.

import Foundation
import PerdureFoundationGaps
import PerdureStore

extension MergeableDictionary {
    /// The value at the end of a path; nil without one.
    func value(at path: [String]) -> Any? { visible.value(at: path)?.programValue }

    /// Sets the value at the end of a path.
    ///
    /// If the attribute is not deep, a nested dictionary is one value of its key and is replaced as a whole.
    func set(_ value: Any?, at path: [String]) {
        guard let first = path.first else { return }
        if slot.rule?.isDeep == true { return set(value, KeyPathText.text(path)) }
        if path.count == 1 { return set(value, first) }
        let rest = path.dropFirst()
        guard let nested = Self.nested(self[first], rest, value) else {
            return slot.raise(
                "the way \"\(path.joined(separator: "."))\" leads through what is no dictionary")
        }
        set(nested.isEmpty ? nil : nested, first)
    }

    /// A nested dictionary with a changed value at a path; nil when the path leads through another value.
    private static func nested(_ current: Any?, _ path: ArraySlice<String>, _ value: Any?) -> [String: Any]? {
        guard var result = (current ?? [String: Any]()) as? [String: Any], let key = path.first else {
            return nil
        }
        if path.count == 1 {
            result[key] = AnyValue.unwrapped(value)
            return result
        }
        guard let inner = nested(result[key], path.dropFirst(), value) else { return nil }
        result[key] = inner.isEmpty ? nil : inner
        return result
    }
}
