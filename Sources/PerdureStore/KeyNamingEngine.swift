// SPDX-License-Identifier: Apache-2.0
// Engines whose keys are not numbers at heart: a number lasts as long as the engine is open, and a URI needs a name that stays.

/// An engine that names objects in their URIs.
package protocol KeyNamingEngine: StoreEngine {
    /// Whether any key of the store has a name other than its number.
    var namesKeys: Bool { get }
    /// The name of a key; nil where the number is the name, and for a new object whose key is not known yet.
    func name(of key: ObjectKey) -> String?
    /// The number of the key with a name; nil for a text that cannot be one.
    func number(named name: String, entity: Int32) -> Int64?
}
