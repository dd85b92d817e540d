// SPDX-License-Identifier: Apache-2.0
// Which stored values the types of a program do not know: cases that an enum has lost, structs that decode no longer.

import Foundation

extension PersistentModel {
    /// The names of properties whose stored values their types do not know, in order.
    ///
    /// Such a property reads as nil, its declaration's default or the first value of its type; the row keeps what is stored until
    /// the property is set. A fault is read from its store.
    ///
    /// ## Compatibility
    /// An addition: Apple's framework stops the process.
    public var unreadableProperties: [String] {
        let object = object
        let properties = ModelFacts.of(object.modelType).properties
        return properties.indices.filter { slot in
            guard properties[slot].form.destination == nil, let stored = object._value(at: slot) else {
                return false
            }
            return properties[slot].value(of: stored) == nil
        }.map { properties[$0].name }.sorted()
    }
}
