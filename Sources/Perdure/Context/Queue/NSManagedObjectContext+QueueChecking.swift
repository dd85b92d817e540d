// SPDX-License-Identifier: Apache-2.0
// The checks of the debug mode in QueueCheck.swift: does the caller run on the context's queue? Settings are not
// checked, because programs make them where they make the context. Descriptions are not checked, because debuggers
// print them.

import Foundation

extension NSManagedObjectContext {
    /// The context itself; in the debug mode, a call on a wrong queue is reported.
    @inline(__always)
    package final func onQueue(_ call: StaticString = #function) -> NSManagedObjectContext {
        if queue.isChecked { checkQueue(call) }
        return self
    }

    @inline(never)
    private func checkQueue(_ call: StaticString) {
        if queue.isCurrent { return }
        QueueCheck.report("\(call) was called on a wrong queue. \(queueDescription) \(advice)")
    }

    final func checkQueue(of object: NSManagedObject, _ property: @autoclosure () -> String) {
        guard queue.isChecked, !queue.isCurrent else { return }
        let entity = object.binding.entity.name ?? "an entity without a name"
        QueueCheck.report(
            "The \(property()) of \(entity) \(object.id) was used on a wrong queue. \(queueDescription) \(advice)"
        )
    }

    private var queueDescription: String {
        let kind = concurrencyType == .mainQueueConcurrencyType ? "the main queue" : "a private queue"
        return "The context\(name.map { " \"\($0)\"" } ?? " without a name") has \(kind)."
    }

    private var advice: String {
        let place = concurrencyType == .mainQueueConcurrencyType ? "on the main thread or " : ""
        return
            "Use it and its objects \(place)in blocks of its perform or performAndWait; to another context "
            + "hand an object's objectID."
    }
}
