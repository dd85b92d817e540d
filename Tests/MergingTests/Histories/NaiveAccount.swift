// SPDX-License-Identifier: Apache-2.0
// What mergeable attributes have to do, written down in the plainest way: no algebra, one field after the other. The random
// histories compare the library with it.

/// The values of an account.
struct NaiveAccount: Equatable {
    var likes = 0
    var tags: Set<String> = []
    var settings: [String: Int] = [:]
}

/// What somebody has changed and not saved.
struct NaivePending: Equatable {
    var assigned: Int?
    var added = 0
    /// true for an element to be inserted, false for one to be removed.
    var tags: [String: Bool] = [:]
    var settings: [String: Entry] = [:]

    enum Entry: Equatable {
        case set(Int), removed, added(Int)
    }

    /// What is to be seen.
    func applied(to base: NaiveAccount) -> NaiveAccount {
        var result = base
        result.likes = (assigned ?? base.likes) + added
        for (tag, isIn) in tags {
            if isIn { result.tags.insert(tag) } else { result.tags.remove(tag) }
        }
        for (key, entry) in settings {
            switch entry {
            case .set(let number): result.settings[key] = number
            case .removed: result.settings[key] = nil
            case .added(let number): result.settings[key, default: 0] += number
            }
        }
        return result
    }

    /// What has no effect is no change.
    mutating func forgetWhatChangesNothing(on base: NaiveAccount) {
        let visible = applied(to: base)
        if visible.likes == base.likes {
            assigned = nil
            added = 0
        }
        tags = tags.filter { base.tags.contains($0.key) != $0.value }
        settings = settings.filter { base.settings[$0.key] != visible.settings[$0.key] }
    }
}

/// One thing that somebody does to an account.
enum NaiveChange: Equatable {
    case add(Int), assign(Int), put(String, Int), drop(String), count(String, Int)
    case insert(String), remove(String)
    /// Of several at once, what each of them is.
    case all([NaiveChange])

    func apply(to pending: inout NaivePending, on base: NaiveAccount) {
        switch self {
        // A number that was assigned takes an addition in: "5, and 2 more" is the assignment of 7 (MRG-22).
        case .add(let number) where pending.assigned != nil: pending.assigned? += number
        case .add(let number): pending.added += number
        case .assign(let number): (pending.assigned, pending.added) = (number, 0)
        case .insert(let tag): pending.tags[tag] = true
        case .remove(let tag): pending.tags[tag] = false
        case .put(let key, let number): pending.settings[key] = .set(number)
        case .drop(let key): pending.settings[key] = .removed
        case .count(let key, let number): pending.settings[key] = Self.sum(pending.settings[key], number)
        case .all(let changes): for change in changes { change.apply(to: &pending, on: base) }
        }
        pending.forgetWhatChangesNothing(on: base)
    }

    private static func sum(_ entry: NaivePending.Entry?, _ number: Int) -> NaivePending.Entry {
        switch entry {
        case nil: .added(number)
        case .set(let first): .set(first + number)
        case .removed: .set(number)
        case .added(let first): .added(first + number)
        }
    }

    /// What of it changes anything, if this is to be seen before it: redo does no more.
    func effective(seeing account: NaiveAccount) -> NaiveChange {
        switch self {
        case .assign(let number) where account.likes == number: .all([])
        case .insert(let tag) where account.tags.contains(tag): .all([])
        case .remove(let tag) where !account.tags.contains(tag): .all([])
        case .put(let key, let number) where account.settings[key] == number: .all([])
        case .drop(let key) where account.settings[key] == nil: .all([])
        case .count(let key, 0) where account.settings[key] != nil: .all([])
        default: self
        }
    }

    /// What takes it back, if this is to be seen before it.
    func inverse(seeing account: NaiveAccount) -> NaiveChange {
        switch self {
        case .add(let number): .add(-number)
        case .assign(let number): number == account.likes ? .all([]) : .assign(account.likes)
        case .insert(let tag): account.tags.contains(tag) ? .all([]) : .remove(tag)
        case .remove(let tag): account.tags.contains(tag) ? .insert(tag) : .all([])
        case .put(let key, let number): Self.restore(key, account, unless: number)
        case .drop(let key): account.settings[key].map { .put(key, $0) } ?? .all([])
        case .count(let key, 0) where account.settings[key] != nil: .all([])
        case .count(let key, let number): account.settings[key] == nil ? .drop(key) : .count(key, -number)
        case .all(let changes): .all(changes.map { $0.inverse(seeing: account) })
        }
    }

    private static func restore(_ key: String, _ account: NaiveAccount, unless number: Int) -> NaiveChange {
        guard let old = account.settings[key] else { return .drop(key) }
        return old == number ? .all([]) : .put(key, old)
    }
}
