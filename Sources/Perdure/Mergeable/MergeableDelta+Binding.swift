// SPDX-License-Identifier: Apache-2.0
// Converts a program's delta to the change of one attribute: "plus 3" is one change for an integer and another for a
// decimal. The file also has the delta's text.

import Foundation
import PerdureBase
import PerdureStore

extension MergeableDelta {
    /// The change of an attribute with a rule; without a rule, of a counter of the number's own type.
    ///
    /// Bytes keep the number's own type, so a counter takes the changes of the other number types too.
    ///
    /// - Throws: `MergeError` for a change of another kind, and for a fraction of an integer counter.
    package func bound(to rule: MergeRule?) throws -> AttributeDelta {
        guard case .any(let delta) = form else { return try counter(rule) }
        guard let rule else { return delta }
        switch (delta, rule.identity) {
        case (.integer(let delta), let identity): return try Self.counter(delta, identity) { .integer($0) }
        case (.real(let delta), let identity): return try Self.counter(delta, identity) { .real($0) }
        case (.decimal(let delta), let identity): return try Self.counter(delta, identity) { .decimal($0) }
        case (.set(let delta), .set): return .set(try typed(delta, rule.element))
        case (.dictionary(let delta), .dictionary): return .dictionary(delta)
        case (.value(let delta), .value): return .value(delta)
        default: throw MergeError.otherKind
        }
    }

    private func counter(_ rule: MergeRule?) throws -> AttributeDelta {
        switch (rule?.identity ?? ownIdentity, form) {
        case (.integer, .number(_, let number?, _)): return .integer(.add(number))
        case (.integer, .assignment(_, let number?, _)): return .integer(.assign(number))
        case (.integer, .assignmentOfNil): return .integer(.assign(nil))
        case (.real, .number(let number, _, _)): return .real(.add(number))
        case (.real, .assignment(let number, _, _)): return .real(.assign(number))
        case (.real, .assignmentOfNil): return .real(.assign(nil))
        case (.decimal, .number(_, _, let number)): return .decimal(.add(number))
        case (.decimal, .assignment(_, _, let number)): return .decimal(.assign(number))
        case (.decimal, .assignmentOfNil): return .decimal(.assign(nil))
        case (.integer, _): throw Self.noInteger
        default: throw MergeError.otherKind
        }
    }

    private static var noInteger: MergeError {
        .unusable("an integer cannot take a fraction, or one so large")
    }

    /// A counter's change for the number type of another change.
    private static func counter<Number>(
        _ delta: CounterDelta<Number>, _ identity: AttributeDelta, _ amount: (Number) -> _MergeableAmount
    ) throws -> AttributeDelta {
        switch identity {
        case .integer:
            .integer(
                try delta.converted {
                    guard let number = amount($0).integer else { throw noInteger }
                    return number
                })
        case .real: .real(delta.converted { amount($0).real })
        case .decimal: .decimal(delta.converted { amount($0).decimal })
        default: throw MergeError.otherKind
        }
    }

    /// A fraction is a decimal if its digits mean the same double; no decimal is as near to other doubles, or as large.
    private var ownIdentity: AttributeDelta {
        switch form {
        case .number(let number, nil, let decimal), .assignment(let number, nil, let decimal):
            _MergeableAmount.decimal(decimal).real == number ? .decimal(.identity) : .real(.identity)
        default: .integer(.identity)
        }
    }

    /// Converts texts to URIs, for a set of URIs.
    private func typed(_ delta: SetDelta, _ type: MergeRule.Element) throws -> SetDelta {
        SetDelta(
            inserted: Set(try delta.inserted.map { try Self.typed($0, type) }),
            removed: Set(try delta.removed.map { try Self.typed($0, type) }))
    }

    private static func typed(_ element: MergeElement, _ type: MergeRule.Element) throws -> MergeElement {
        guard let element = MergeElement(element.plain, as: type) else {
            throw MergeError.unusable("'\(element.anyHashable)' is no \(type.rawValue)")
        }
        return element
    }
}

extension MergeableDelta: CustomStringConvertible {
    /// A short text of the change: "+3", "=5", "{+a, -b}", "[theme: dark]".
    public var description: String {
        switch try? bound(to: nil) {
        case .integer(let delta): delta.text
        case .real(let delta): delta.text
        case .decimal(let delta): delta.text
        case .set(let delta):
            "{"
                + (delta.inserted.sorted().map { "+\($0.anyHashable)" }
                + delta.removed.sorted().map { "-\($0.anyHashable)" }).joined(separator: ", ") + "}"
        case .dictionary(let delta):
            "["
                + delta.entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text)" }
                .joined(separator: ", ") + "]"
        case .value(.none): "unchanged"
        case .value(.setNil): "=nil"
        case .value(.set(let value)): "=\(value)"
        case nil: "none"
        }
    }
}

extension CounterDelta {
    /// The same change with numbers of another type.
    fileprivate func converted<Other>(_ convert: (Number) throws -> Other) rethrows -> CounterDelta<Other> {
        var result = CounterDelta<Other>(amount: try convert(amount), isTouched: isTouched)
        if case .assigned(let number) = base { result.base = .assigned(try number.map(convert)) }
        return result
    }

    fileprivate var text: String {
        let start = if case .assigned(let number) = base { "=\(number.map { "\($0)" } ?? "nil")" } else { "" }
        guard isTouched else { return start.isEmpty ? "unchanged" : start }
        let sum = "\(amount)"
        return start + (sum.hasPrefix("-") ? sum : "+\(sum)")
    }
}

extension DictionaryDelta.Entry {
    fileprivate var text: String {
        switch self {
        case .set(let value): "\(value.programValue)"
        case .remove: "removed"
        case .add(let amount): "+\(amount.programValue)"
        }
    }
}

extension _ManagedObjectAdditions where Self: NSManagedObject {
    /// The unsaved change of a mergeable attribute; nil without one.
    ///
    /// Costs no store access: a fault has no changes.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameter key: the name of a mergeable attribute; any other property has no delta.
    /// - Returns: the change, without parts that have no effect.
    public func pendingDelta(forKey key: String) -> MergeableDelta? {
        if QueueCheck.isOn { checkQueue(of: key) }
        guard let slot = binding.layout.slots[key], let merged = slots[slot].merged, merged.isChanged else {
            return nil
        }
        // The stored form of the change, because a value of a class may belong to one context only.
        return (try? storedDelta(at: slot)).map { MergeableDelta($0.delta) }
    }

    /// Applies a change to a mergeable attribute, like its setter: tracked, announced, undoable.
    ///
    /// ## Compatibility
    /// An addition.
    ///
    /// - Parameters:
    ///   - delta: the change, from any source.
    ///   - key: the name of a mergeable attribute.
    /// - Throws: `CoreDataException` when the property does not merge, or the change does not fit its kind or value; the
    ///   attribute is unchanged then.
    public func apply(_ delta: MergeableDelta, forKey key: String) throws {
        guard let property = binding.property(named: key), let rule = property.merge else {
            throw MergeErrors.notMergeable(key, of: self)
        }
        do {
            let bound = try delta.bound(to: rule)
            try ExceptionTrap.catching { change(by: bound, at: property.slot) }
        } catch { throw MergeErrors.refused(error, property, of: self) }
    }
}
