// SPDX-License-Identifier: Apache-2.0
// Which context's block runs on this thread: NSFetchRequest.execute() asks it.

import Foundation

/// The context whose block is running on the calling thread.
///
/// The value belongs to the thread, not to the task: a task that a block starts runs elsewhere.
enum ContextInUse {
    // The key's value is a context. The caller of `with` keeps this context alive until `with` has restored the value.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    static var current: NSManagedObjectContext? {
        pthread_getspecific(key).map {
            Unmanaged<NSManagedObjectContext>.fromOpaque($0).takeUnretainedValue()
        }
    }

    /// Runs a body as the block of a context.
    static func with<T, E: Error>(_ context: NSManagedObjectContext, _ body: () throws(E) -> T) throws(E) -> T
    {
        let outer = pthread_getspecific(key)
        pthread_setspecific(key, Unmanaged.passUnretained(context).toOpaque())
        defer {
            pthread_setspecific(key, outer)
            withExtendedLifetime(context) {}
        }
        return try body()
    }
}
