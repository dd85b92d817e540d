// SPDX-License-Identifier: Apache-2.0
// Which context's block runs on this thread: NSFetchRequest.execute() asks it.

/// The context whose perform or performAndWait block is running.
enum ContextInUse {
    @TaskLocal static var current: NSManagedObjectContext?
}
