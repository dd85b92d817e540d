// SPDX-License-Identifier: Apache-2.0
// A managed object that writes down every hook; the rules of traces (OBJ-200 to OBJ-220) are read from it.

import Foundation
import Perdure

/// What the objects of one context wrote down.
final class Trace {
    var lines: [String] = []

    /// The lines since the last call.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// Writes hooks into its context's trace, as "Entity.hook", and does what the test asks for in a hook.
class TracedObject: NSManagedObject {
    private func note(_ hook: String) {
        (managedObjectContext?.userInfo["trace"] as? Trace)?.lines.append("\(entity.name ?? "").\(hook)")
        (managedObjectContext?.userInfo[hook] as? HookAction)?.body(self)
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        note("awakeFromInsert")
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        note("awakeFromFetch")
    }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        note("awake(\(flags.rawValue))")
    }

    override func prepareForDeletion() {
        super.prepareForDeletion()
        note("prepareForDeletion")
    }

    override func willSave() {
        super.willSave()
        note("willSave")
    }

    override func didSave() {
        super.didSave()
        note("didSave")
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        note("willTurnIntoFault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        note("didTurnIntoFault")
    }

    override func willChangeValue(forKey key: String) {
        note("willChange(\(key))")
        super.willChangeValue(forKey: key)
    }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        note("didChange(\(key))")
    }

    override func willChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        note("willChange(\(inKey), \(inMutationKind), \(inObjects.count))")
        super.willChangeValue(forKey: inKey, withSetMutation: inMutationKind, using: inObjects)
    }

    override func didChangeValue(
        forKey inKey: String, withSetMutation inMutationKind: NSKeyValueSetMutationKind,
        using inObjects: Set<AnyHashable>
    ) {
        super.didChangeValue(forKey: inKey, withSetMutation: inMutationKind, using: inObjects)
        note("didChange(\(inKey), \(inMutationKind), \(inObjects.count))")
    }

    override func validateForInsert() throws {
        note("validateForInsert")
        try super.validateForInsert()
    }

    override func validateForUpdate() throws {
        note("validateForUpdate")
        try super.validateForUpdate()
    }

    override func validateForDelete() throws {
        note("validateForDelete")
        try super.validateForDelete()
    }
}

/// What a test does in a hook.
final class HookAction {
    let body: (TracedObject) -> Void
    init(_ body: @escaping (TracedObject) -> Void) { self.body = body }
}

extension NSManagedObjectContext {
    /// Starts writing down.
    func startTrace() -> Trace {
        let trace = Trace()
        userInfo["trace"] = trace
        return trace
    }

    func on(_ hook: String, _ body: @escaping (TracedObject) -> Void) { userInfo[hook] = HookAction(body) }
}
