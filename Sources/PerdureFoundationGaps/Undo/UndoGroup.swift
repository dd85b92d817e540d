// SPDX-License-Identifier: Apache-2.0
// The contents of an UndoManager: actions in groups, and the properties of a group.

import Foundation
import PerdureBase

/// One registered action.
package struct UndoAction {
    let targetID: ObjectIdentifier
    // Not a weak variable: it would slow down every use of a context that is a target.
    private let target: WeakObjectReference<AnyObject>
    private let handler: (AnyObject) -> Void

    init(_ target: AnyObject, _ handler: @escaping (AnyObject) -> Void) {
        targetID = ObjectIdentifier(target)
        self.target = WeakObjectReference(target)
        self.handler = handler
    }

    var isAlive: Bool { target.object != nil }

    func perform() {
        if let target = target.object { handler(target) }
    }
}

/// Actions that are undone together.
final class UndoGroup {
    private enum Item {
        case action(UndoAction)
        case group(UndoGroup)
    }

    private var items: [Item] = []
    /// Whether a registration opened the group, not beginUndoGrouping.
    let isAutomatic: Bool
    var name = ""
    var isDiscardable = false
    var userInfo: [UndoManager.UserInfoKey: Any] = [:]

    init(isAutomatic: Bool = false) { self.isAutomatic = isAutomatic }

    /// Makes the group that reverts another group; both have the same name.
    init(wayBackOf group: UndoGroup) {
        isAutomatic = false
        name = group.name
        isDiscardable = group.isDiscardable
        userInfo = group.userInfo
    }

    var isEmpty: Bool { items.isEmpty }

    /// Whether at least one target still exists.
    var isAlive: Bool {
        items.contains {
            switch $0 {
            case .action(let action): action.isAlive
            case .group(let group): group.isAlive
            }
        }
    }

    func add(_ action: UndoAction) { items.append(.action(action)) }
    func add(_ group: UndoGroup) { items.append(.group(group)) }
    func removeAll() { items = [] }

    /// Removes the last item if it is a group.
    func popGroup() -> UndoGroup? {
        guard case .group(let group)? = items.last else { return nil }
        items.removeLast()
        return group
    }

    /// Performs the actions, the last one first.
    func perform() {
        for item in items.reversed() {
            switch item {
            case .action(let action): action.perform()
            case .group(let group): group.perform()
            }
        }
    }

    func removeActions(of target: ObjectIdentifier) {
        items.removeAll {
            switch $0 {
            case .action(let action): return action.targetID == target
            case .group(let group):
                group.removeActions(of: target)
                return group.isEmpty
            }
        }
    }
}
