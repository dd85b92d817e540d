// SPDX-License-Identifier: Apache-2.0
// What objects ask in the debug mode of QueueCheck.swift before a property is used. Callers ask whether the mode is on,
// and accessors come here only when their object is not direct: all are special then.

extension NSManagedObject {
    /// Reports the use of a property on a wrong queue.
    ///
    /// - Parameter number: the number in an accessor.
    @inline(never)
    final func checkQueue(at number: Int) {
        link?.sink?.checkQueue(
            of: self, knownSlot(behind: number).map { "property \"\(binding.names[$0])\"" } ?? "property")
    }

    /// The same by the property's slot, asking whether the mode is on.
    @inline(__always)
    final func checkQueue(atSlot slot: Int) {
        if QueueCheck.isOn { checkQueue(of: binding.names[slot]) }
    }

    /// The same by name; nil for what concerns all properties.
    @inline(never)
    final func checkQueue(of key: String?) {
        link?.sink?.checkQueue(of: self, key.map { "property \"\($0)\"" } ?? "values")
    }
}
