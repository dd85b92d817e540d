// SPDX-License-Identifier: Apache-2.0
// What a model keeps of the relationships that were changed in place, over saves too.

/// Members whose models may keep their owner alive.
protocol CircularLoan: AnyObject {
    var isCircular: Bool { get }
}

/// What a model has lent last, by slot, for the next change in place.
final class MembersLoans {
    private var loans: [Int: AnyObject] = [:]

    subscript(slot: Int) -> AnyObject? {
        get { loans[slot] }
        set { loans[slot] = newValue }
    }

    func removeAll() { loans = [:] }

    /// Lets go what may keep the model alive, now that its changes are saved.
    func letGo() { loans = loans.filter { ($0.value as? any CircularLoan)?.isCircular != true } }
}
