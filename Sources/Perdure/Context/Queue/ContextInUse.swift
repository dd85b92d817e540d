// SPDX-License-Identifier: Apache-2.0
// Which context's block runs on this thread: NSFetchRequest.execute() asks it.

import PerdureBase

/// The context whose block is running on the calling thread.
///
/// The value belongs to the thread, not to the task: a task that a block starts runs elsewhere.
enum ContextInUse {
    // The pointer leads to a context. The caller of `with` keeps this context alive until `with` has restored the value.
    private static let local = ThreadLocal()

    static var current: NSManagedObjectContext? {
        local.pointer.map { Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Runs a body as the block of a context.
    static func with<T, E: Error>(_ context: NSManagedObjectContext, _ body: () throws(E) -> T) throws(E) -> T
    {
        let outer = local.pointer
        local.pointer = Unmanaged.passUnretained(context).toOpaque()
        defer {
            local.pointer = outer
            withExtendedLifetime(context) {}
        }
        return try body()
    }
}
