// SPDX-License-Identifier: Apache-2.0
// Foundation's UndoManager, which Linux lacks: its state and every method that subclasses may override.
// UndoManager+Grouping.swift opens and closes groups. UndoManager+Undoing.swift undoes them.

import Foundation
import PerdureBase

/// Records actions that revert changes, in groups: one `undo()` performs one group.
///
/// Use the manager on the queue of the objects whose changes it records.
///
/// ## Compatibility
/// Linux has no event loop. With `groupsByEvent`, the first registration outside of any group opens a group automatically. The
/// group is closed by `undo()`, `redo()` and `beginUndoGrouping()`, by `processPendingChanges()` of a context, and by the end
/// of its `perform` block. On the main queue, the queue's next turn closes it too. Groups without actions are no steps.
open class UndoManager: NSObject, @unchecked Sendable {
    // Sendable as on Apple's systems: the reference may be passed around, but the methods are used on one queue.

    /// The groups that can be undone; the next one to undo is the last.
    final var undoStack: [UndoGroup] = []
    final var redoStack: [UndoGroup] = []
    /// The open groups, outermost first; during an undo, the groups that record the reverse actions.
    final var openGroups: [UndoGroup] = []
    package final var activity = Activity.none
    /// The number of groups opened automatically; the queue's turn uses it to find out whether its group is still the current
    /// one.
    final var automaticGroups = 0
    private final var disablings = 0

    /// Makes a manager with empty stacks.
    public override init() { super.init() }

    // MARK: Groups

    /// Opens a group.
    ///
    /// `endUndoGrouping()` closes the group. Groups may be nested, and the outermost group is a step.
    open func beginUndoGrouping() { beginGroup() }

    /// Closes the group that was opened last.
    ///
    /// The process stops with an exception message when no group was opened by `beginUndoGrouping()`.
    open func endUndoGrouping() { endGroup() }

    /// The number of open groups.
    open var groupingLevel: Int { openGroups.count }

    /// Whether a registration outside of any group opens a group automatically; otherwise such a registration is an error.
    open var groupsByEvent = true

    /// The number of steps to keep; 0 sets no limit.
    open var levelsOfUndo = 0 {
        didSet { dropOldest() }
    }

    /// Kept for source compatibility; it has no effect, because there is no run loop.
    open var runLoopModes: [RunLoop.Mode] = [.default]

    // MARK: Registering

    /// Ignores registrations until `enableUndoRegistration()` has been called the same number of times.
    open func disableUndoRegistration() { disablings += 1 }

    /// Reverts one `disableUndoRegistration()`.
    ///
    /// The process stops with an exception message when there is no such call.
    open func enableUndoRegistration() {
        guard disablings > 0 else { return ExceptionTrap.raise(UndoErrors.notDisabled) }
        disablings -= 1
    }

    /// Whether registrations are recorded.
    open var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Removes all actions, and records registrations again.
    open func removeAllActions() {
        undoStack = []
        redoStack = []
        for group in openGroups { group.removeAll() }
        disablings = 0
    }

    /// Removes the actions of one target.
    open func removeAllActions(withTarget target: Any) {
        // Every target is a class instance, because only instances can be registered.
        removeActions(of: ObjectIdentifier(target as AnyObject))
    }

    // MARK: Undoing

    /// Undoes the last step; if a group is open, it is closed first.
    ///
    /// The process stops with an exception message when nested groups are open, and when an action calls the method.
    open func undo() { undoStep() }

    /// Redoes the step of the last `undo()`.
    ///
    /// The process stops with an exception message when a group is open, and when an action calls the method.
    open func redo() { redoStep() }

    /// Undoes the last closed group, which may be inside an open group.
    ///
    /// The process stops with an exception message when an action was registered since then.
    open func undoNestedGroup() { undoGroup() }

    /// Whether there is something to undo; contexts process their pending changes first.
    open var canUndo: Bool {
        post(.NSUndoManagerCheckpoint)
        return undoCandidate != nil
    }

    /// Whether there is something to redo; contexts process their pending changes first.
    open var canRedo: Bool {
        post(.NSUndoManagerCheckpoint)
        return redoCandidate != nil
    }

    /// The number of steps that can be undone.
    open var undoCount: Int { undoStack.count + (openStep == nil ? 0 : 1) }

    /// The number of steps that can be redone.
    open var redoCount: Int { redoStack.count }

    /// Whether an undo is running.
    open var isUndoing: Bool { activity == .undoing }

    /// Whether a redo is running.
    open var isRedoing: Bool { activity == .redoing }

    // MARK: About the steps

    /// Names the current step for the menu; the last step when no group is open.
    open func setActionName(_ actionName: String) { describeStep { $0.name = actionName } }

    /// Sets whether the current step may be lost without a warning, such as a change of the selection.
    open func setActionIsDiscardable(_ discardable: Bool) { describeStep { $0.isDiscardable = discardable } }

    /// Stores a value with the current step; nil removes it.
    open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
        describeStep { $0.userInfo[key] = info }
    }

    /// The name of the step that `undo()` undoes; empty without one.
    open var undoActionName: String { undoCandidate?.name ?? "" }

    /// The name of the step that `redo()` redoes; empty without one.
    open var redoActionName: String { redoCandidate?.name ?? "" }

    /// Whether the step that `undo()` undoes is discardable.
    open var undoActionIsDiscardable: Bool { undoCandidate?.isDiscardable ?? false }

    /// Whether the step that `redo()` redoes is discardable.
    open var redoActionIsDiscardable: Bool { redoCandidate?.isDiscardable ?? false }

    /// A value stored with the step that `undo()` undoes.
    open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { undoCandidate?.userInfo[key] }

    /// A value stored with the step that `redo()` redoes.
    open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { redoCandidate?.userInfo[key] }

    /// "Undo" with the name of the step.
    open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

    /// "Redo" with the name of the step.
    open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

    /// "Undo" with a name; override it to translate.
    open func undoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Undo" : "Undo \(actionName)"
    }

    /// "Redo" with a name; override it to translate.
    open func redoMenuTitle(forUndoActionName actionName: String) -> String {
        actionName.isEmpty ? "Redo" : "Redo \(actionName)"
    }
}

extension UndoManager {
    /// Registers an action for undo, or for redo while undoing.
    ///
    /// - Parameters:
    ///   - target: the object that the action changes. It is held weakly: when it is released, the action does nothing.
    ///   - handler: reverts a change. The actions that it registers make the change again.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        // The closure gets the registered target, so its type is known.
        register(UndoAction(target) { handler(unsafeDowncast($0, to: TargetType.self)) })
    }

    /// A key of a value that is stored with a step.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public var rawValue: String

        /// Makes a key from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    package enum Activity {
        case none, undoing, redoing
    }
}
