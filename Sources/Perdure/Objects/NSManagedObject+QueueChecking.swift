// SPDX-License-Identifier: Apache-2.0
// The queue checks of objects in the debug mode of QueueCheck.swift. Callers first ask whether the mode is on. Accessors
// check only objects that are not direct: in the debug mode every object is special.

extension NSManagedObject {
    /// Reports the use of a property on a wrong queue.
    ///
    /// - Parameter number: the number in an accessor.
    @inline(never)
    final func checkQueue(at number: Int) {
        link?.sink?.checkQueue(
            of: self, knownSlot(behind: number).map { "property \"\(binding.names[$0])\"" } ?? "property")
    }

    /// Checks the use of a property by its slot; does nothing when the mode is off.
    @inline(__always)
    final func checkQueue(atSlot slot: Int) {
        if QueueCheck.isOn { checkQueue(of: binding.names[slot]) }
    }

    /// Checks the use of a property by name; nil for a use of all properties.
    @inline(never)
    final func checkQueue(of key: String?) {
        link?.sink?.checkQueue(of: self, key.map { "property \"\($0)\"" } ?? "values")
    }
}
