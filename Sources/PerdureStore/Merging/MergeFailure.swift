// SPDX-License-Identifier: Apache-2.0
// Why a change of a mergeable attribute could not be applied to the newest stored value.

/// A change that cannot be stored; the whole save is not stored then.
public struct MergeFailure: Error, Sendable {
    /// Why the change cannot be stored.
    public enum Reason: Sendable, Equatable {
        /// Above the maximum, or the range of the type.
        case tooLarge
        /// Below the minimum, or the range of the type.
        case tooSmall
        /// A mandatory value would be nil.
        case missing
        /// Something else: why.
        case invalid(String)
    }

    /// The row.
    public let key: ObjectKey
    /// The attribute's slot.
    public let slot: Int
    /// Why the change cannot be stored.
    public let reason: Reason
    /// The value that would be stored; nil where there is none.
    public let value: StoredValue?

    /// Makes a failure.
    public init(key: ObjectKey, slot: Int, reason: Reason, value: StoredValue? = nil) {
        self.key = key
        self.slot = slot
        self.reason = reason
        self.value = value
    }
}

extension MergeRule {
    /// Applies a change to a stored value, and checks whether the result is valid (MRG-62).
    ///
    /// - Parameters:
    ///   - delta: the change.
    ///   - stored: the newest stored value.
    ///   - key: the row.
    ///   - slot: the attribute's slot.
    /// - Returns: the value to store.
    /// - Throws: `MergeFailure`.
    package func apply(_ delta: AttributeDelta, to stored: StoredValue, of key: ObjectKey, at slot: Int)
        throws
        -> StoredValue
    {
        do {
            let result = try self.stored(own(delta).applied(to: content(of: stored)))
            if let reason = violation(by: result) {
                throw MergeFailure(key: key, slot: slot, reason: reason, value: result)
            }
            return result
        } catch let error as MergeError {
            throw MergeFailure(key: key, slot: slot, reason: error.reason)
        }
    }

    /// What is wrong with a value that would be stored.
    package func violation(by value: StoredValue) -> MergeFailure.Reason? {
        if kind != .counter || value.isNull { return value.isNull && isMandatory ? .missing : nil }
        if let maximum, maximum.isLess(than: value) { return .tooLarge }
        if let minimum, value.isLess(than: minimum) { return .tooSmall }
        return nil
    }

    /// Sets and dictionaries are never nil: a stored nil is an empty one.
    private var isMandatory: Bool { !isOptional && (kind == .counter || kind == .value) }
}

extension MergeError {
    package var reason: MergeFailure.Reason {
        switch self {
        case .tooLarge: .tooLarge
        case .tooSmall: .tooSmall
        case .notFinite: .invalid("NaN and infinities cannot be added")
        case .notANumber(let key): .invalid("the value of the key '\(key)' is no number any more")
        case .otherKind: .invalid("the change is one of another kind of attribute")
        case .unreadable(let reason): .invalid("what is stored cannot be read: \(reason)")
        case .unusable(let reason): .invalid(reason)
        }
    }
}

extension StoredValue {
    /// The order of two numbers of one type; false for all other values.
    fileprivate func isLess(than other: StoredValue) -> Bool {
        switch (self, other) {
        case (.integer(let left), .integer(let right)): left < right
        case (.double(let left), .double(let right)): left < right
        case (.decimal(let left), .decimal(let right)): left.value < right.value
        default: false
        }
    }
}
