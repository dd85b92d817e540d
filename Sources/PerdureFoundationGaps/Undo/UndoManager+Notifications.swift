// SPDX-License-Identifier: Apache-2.0
// The names of an undo manager's notifications, and the texts of its exceptions.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import PerdureBase

extension NSNotification.Name {
    /// Posted before groups open and close, and before canUndo and canRedo return: observers register pending changes.
    public static let NSUndoManagerCheckpoint = NSNotification.Name("NSUndoManagerCheckpointNotification")
    /// Posted after a group was opened.
    public static let NSUndoManagerDidOpenUndoGroup = NSNotification.Name(
        "NSUndoManagerDidOpenUndoGroupNotification")
    /// Posted before a group is closed.
    public static let NSUndoManagerWillCloseUndoGroup = NSNotification.Name(
        "NSUndoManagerWillCloseUndoGroupNotification")
    /// Posted after a group was closed.
    public static let NSUndoManagerDidCloseUndoGroup = NSNotification.Name(
        "NSUndoManagerDidCloseUndoGroupNotification")
    /// Posted before an undo.
    public static let NSUndoManagerWillUndoChange = NSNotification.Name(
        "NSUndoManagerWillUndoChangeNotification")
    /// Posted after an undo.
    public static let NSUndoManagerDidUndoChange = NSNotification.Name(
        "NSUndoManagerDidUndoChangeNotification")
    /// Posted before a redo.
    public static let NSUndoManagerWillRedoChange = NSNotification.Name(
        "NSUndoManagerWillRedoChangeNotification")
    /// Posted after a redo.
    public static let NSUndoManagerDidRedoChange = NSNotification.Name(
        "NSUndoManagerDidRedoChangeNotification")
}

/// Key of a true value in the notifications about the closing of a discardable group.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

/// Kept for source compatibility; it has no effect, because there is no run loop.
public let NSUndoCloseGroupingRunLoopOrdering = 350_000

/// The errors of undo managers, by cause.
enum UndoErrors {
    static var noOpenGroup: CoreDataException {
        .internalInconsistency(
            "endUndoGrouping was called without a matching beginUndoGrouping. Call both in pairs; undo() closes an "
                + "open group.")
    }

    static var outsideOfGroup: CoreDataException {
        .internalInconsistency(
            "An undo action was registered outside of any group. Call beginUndoGrouping first, or set groupsByEvent."
        )
    }

    static var notDisabled: CoreDataException {
        .internalInconsistency(
            "enableUndoRegistration was called without a matching disableUndoRegistration. removeAllActions takes "
                + "all of those back.")
    }

    static var openActions: CoreDataException {
        .internalInconsistency(
            "undoNestedGroup was called after actions were registered in the open group. Close it first, with "
                + "endUndoGrouping.")
    }

    static func busy(_ method: String) -> CoreDataException {
        .internalInconsistency(
            "\(method) was called while the undo manager is undoing or redoing. Call it after that.")
    }

    static func openGroups(_ method: String) -> CoreDataException {
        .internalInconsistency(
            "\(method) was called with too many undo groups open. Close them first, with endUndoGrouping.")
    }
}
