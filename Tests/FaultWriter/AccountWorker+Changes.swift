// SPDX-License-Identifier: Apache-2.0
// What a worker does to accounts; each change returns how many touches it leaves behind.

import CoreData
import Foundation
import PerdureTestSupport

/// An account that was found has been closed by another worker meanwhile: a conflict, met before the save.
struct AccountGone: Error {}

extension AccountWorker {
    /// Moves an amount from one account to another.
    func move(_ context: NSManagedObjectContext) throws -> Int {
        let (from, to) = try pair(context)
        let amount = Int.random(in: 1...50)
        try touch(from, adding: -amount)
        try touch(to, adding: amount)
        return 2
    }

    /// Opens an account with an amount of another.
    func open(_ context: NSManagedObjectContext) throws -> Int {
        let (from, _) = try pair(context)
        let amount = Int.random(in: 1...50)
        try touch(from, adding: -amount)
        context.insert("Account", ["balance": amount, "touches": 1])
        return 2
    }

    /// Empties an account; another one takes its amount, and its touches.
    ///
    /// Deleting it is another save: two workers that delete the same account are in no conflict (CT-10), so nothing may
    /// depend on which of them did.
    func empty(_ context: NSManagedObjectContext) throws -> Int {
        let (from, to) = try pair(context)
        let (balance, touches) = (try value(from, "balance"), try value(from, "touches"))
        try touch(to, adding: balance)
        to.setValue(try value(to, "touches") + touches, forKey: "touches")
        for key in ["balance", "touches"] { from.setValue(0, forKey: key) }
        return 1
    }

    /// Deletes an account that is empty; if another worker uses it meanwhile, that is a conflict.
    func close(_ context: NSManagedObjectContext) throws -> Int {
        let empty = try context.all("Account", "balance == 0 AND touches == 0")
        for account in empty {
            // What is registered here may be older than what the store found.
            context.refresh(account, mergeChanges: false)
            if try value(account, "balance") == 0, try value(account, "touches") == 0 {
                context.delete(account)
            }
        }
        return 0
    }

    private func touch(_ account: NSManagedObject, adding amount: Int) throws {
        account.setValue(try value(account, "balance") + amount, forKey: "balance")
        account.setValue(try value(account, "touches") + 1, forKey: "touches")
    }

    /// A value, which a fault without a row does not have any more.
    private func value(_ account: NSManagedObject, _ key: String) throws -> Int {
        guard !account.isDeleted, let value = account.value(forKey: key) as? Int else { throw AccountGone() }
        return value
    }

    /// Two accounts.
    private func pair(_ context: NSManagedObjectContext) throws -> (NSManagedObject, NSManagedObject) {
        let (first, second) = (try any(context), try any(context))
        guard first !== second else { return try pair(context) }
        if context === self.context {
            held.append(first)
            if held.count > 60 { held.removeFirst(30) }
        }
        return (first, second)
    }

    private func any(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Account")
        request.fetchOffset = Int.random(in: 0..<AccountModel.accounts / 2)
        request.fetchLimit = 1
        guard let account = try context.fetch(request).first else { throw AccountGone() }
        return account
    }
}
