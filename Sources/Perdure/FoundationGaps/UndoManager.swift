// SPDX-License-Identifier: Apache-2.0
// Foundation's UndoManager, which Linux lacks: its state and every method that subclasses may override. How groups
// are opened and closed is in UndoManager+Grouping.swift, how they are undone in UndoManager+Undoing.swift.

import Foundation

/// Records actions that take changes back, in groups: one group is what one `undo()` undoes.
///
/// Use it on one queue: that of the objects whose changes it records.
///
/// ## Compatibility
/// Linux has no event loop. With `groupsByEvent`, the first registration outside of any group opens a group by itself,
/// and it is closed by `undo()`, `redo()` and `beginUndoGrouping()`, by `processPendingChanges()` of a context, by the
/// end of its `perform` block, and on the main queue by the queue's next turn. Groups without actions are no steps.
open class UndoManager: NSObject, @unchecked Sendable {
    // Sendable as on Apple's systems: it may be passed around, its methods are used on one queue.

    /// What can be undone, the last group first to go.
    final var undoStack: [UndoGroup] = []
    final var redoStack: [UndoGroup] = []
    /// The groups that are open, the outermost first; while undoing, those in which the way back is recorded.
    final var openGroups: [UndoGroup] = []
    final var activity = Activity.none
    /// How many groups opened by themselves: tells whether the present one is the one that a turn wants to close.
    final var automaticGroups = 0
    private final var disablings = 0

    /// Makes a manager with empty stacks.
    public override init() { super.init() }

    // MARK: Groups

    /// Opens a group.
    ///
    /// `endUndoGrouping()` closes it. Groups may be nested, and the outermost is a step.
    open func beginUndoGrouping() { beginGroup() }

    /// Closes the group that was opened last.
    ///
    /// Stops with an exception's words when no group was opened by `beginUndoGrouping()`.
    open func endUndoGrouping() { endGroup() }

    /// How many groups are open.
    open var groupingLevel: Int { openGroups.count }

    /// Whether registrations outside of any group open one by themselves; when false, they are errors.
    open var groupsByEvent = true

    /// How many steps are kept; 0 sets no limit.
    open var levelsOfUndo = 0 {
        didSet { dropOldest() }
    }

    /// Kept for source compatibility: there is no run loop to wait for.
    open var runLoopModes: [RunLoop.Mode] = [.default]

    // MARK: Registering

    /// Ignores registrations until `enableUndoRegistration()` was called as many times.
    open func disableUndoRegistration() { disablings += 1 }

    /// Takes one `disableUndoRegistration()` back.
    ///
    /// Stops with an exception's words when there is none.
    open func enableUndoRegistration() {
        guard disablings > 0 else { return ExceptionTrap.raise(UndoErrors.notDisabled) }
        disablings -= 1
    }

    /// Whether registrations are recorded.
    open var isUndoRegistrationEnabled: Bool { disablings == 0 }

    /// Forgets all actions, and records registrations again.
    open func removeAllActions() {
        undoStack = []
        redoStack = []
        for group in openGroups { group.removeAll() }
        disablings = 0
    }

    /// Forgets the actions of one target.
    open func removeAllActions(withTarget target: Any) {
        // A target is a class instance: only those can be registered.
        removeActions(of: ObjectIdentifier(target as AnyObject))
    }

    // MARK: Undoing

    /// Undoes the last step, after it closed a group that is open.
    ///
    /// Stops with an exception's words when nested groups are open, and when it is called by an action.
    open func undo() { undoStep() }

    /// Does again what the last `undo()` undid.
    ///
    /// Stops with an exception's words when a group is open, and when it is called by an action.
    open func redo() { redoStep() }

    /// Undoes the last closed group, which may stand in one that is open.
    ///
    /// Stops with an exception's words when an action was registered since.
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

    /// How many steps can be undone.
    open var undoCount: Int { undoStack.count + (openStep == nil ? 0 : 1) }

    /// How many steps can be redone.
    open var redoCount: Int { redoStack.count }

    /// Whether an undo is going on.
    open var isUndoing: Bool { activity == .undoing }

    /// Whether a redo is going on.
    open var isRedoing: Bool { activity == .redoing }

    // MARK: About the steps

    /// Names the present step, for the menu; the last one when no group is open.
    open func setActionName(_ actionName: String) { describeStep { $0.name = actionName } }

    /// Says whether the present step may be lost without asking, as a change of the selection may.
    open func setActionIsDiscardable(_ discardable: Bool) { describeStep { $0.isDiscardable = discardable } }

    /// Keeps a value with the present step; nil removes it.
    open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
        describeStep { $0.userInfo[key] = info }
    }

    /// The name of the step that `undo()` undoes; empty without one.
    open var undoActionName: String { undoCandidate?.name ?? "" }

    /// The name of the step that `redo()` does again; empty without one.
    open var redoActionName: String { redoCandidate?.name ?? "" }

    /// Whether the step that `undo()` undoes is discardable.
    open var undoActionIsDiscardable: Bool { undoCandidate?.isDiscardable ?? false }

    /// Whether the step that `redo()` does again is discardable.
    open var redoActionIsDiscardable: Bool { redoCandidate?.isDiscardable ?? false }

    /// A value kept with the step that `undo()` undoes.
    open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { undoCandidate?.userInfo[key] }

    /// A value kept with the step that `redo()` does again.
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
    ///   - target: what the action is for, held weakly: without it the action does nothing.
    ///   - handler: takes a change back; what it registers is the way to make the change again.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        // The object that is passed is the target again.
        register(UndoAction(target) { handler(unsafeDowncast($0, to: TargetType.self)) })
    }

    /// A key of a value that is kept with a step.
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
        /// The key's text.
        public var rawValue: String

        /// Makes a key of its text.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    enum Activity {
        case none, undoing, redoing
    }
}
