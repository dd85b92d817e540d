// SPDX-License-Identifier: Apache-2.0
// Saves while the clock on the wall jumps: forward and back, between saves and in the middle of them.

import CoreData
import FaultVFS
import Foundation
import PerdureTestSupport

extension Command {
    /// By how many seconds the clock is wrong, save after save: an hour, a year, ten years, before 1970 and behind 2038.
    private static let jumps: [Int64] = [
        0, 3600, -3600, -31_536_000, 315_360_000, 0, -2_500_000_000, 0, 4_000_000_000, 1, -1, 0,
    ]

    /// clock STORE COUNT: saves with a history once for each of the jumps, then COUNT times while another thread jumps.
    ///
    /// Before each save the zone changes too. Prints the author of each save that returned, which is its number.
    static func clock(_ url: URL, _ words: [String]) throws {
        let stack = try Stack(
            at: url, ClockModel.moments(), options: [NSPersistentHistoryTrackingKey: true])
        let context = stack.context()
        var number = 0
        for jump in jumps {
            number += 1
            perdure_clock_set(jump)
            try saveMoment(number, context)
        }
        let jumping = Jumping()
        for _ in 0..<(words.first.flatMap { Int($0) } ?? 0) {
            number += 1
            try saveMoment(number, context)
        }
        jumping.end()
        try stack.coordinator.remove(stack.store)
    }

    private static func saveMoment(_ number: Int, _ context: NSManagedObjectContext) throws {
        let zones = ["UTC", "America/New_York", "Asia/Kathmandu", "Pacific/Apia", ":none"]
        setenv("TZ", zones[number % zones.count], 1)
        tzset()
        NSTimeZone.resetSystemTimeZone()
        try context.performAndWait {
            context.transactionAuthor = "\(number)"
            context.insert("Moment", ["number": number, "time": ClockModel.time(number)])
            context.insert("Moment", ["number": -number, "time": ClockModel.time(-number)])
            try context.save()
        }
        say("\(number)")
    }

    /// patience STORE saving|replacing|migrating: others have the store locked, and the clock goes back by an hour all the time.
    ///
    /// Prints what the wait ends with; one that the clock on the wall measures would last for hours.
    static func patience(_ url: URL, _ words: [String]) throws {
        let jumping = Jumping(onlyBack: true)
        defer { jumping.end() }
        let options: [AnyHashable: Any] = [NSPersistentStoreTimeoutOption: 0.3]
        do {
            switch words.first {
            case "replacing":
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ClockModel.moments())
                try coordinator.replacePersistentStore(
                    at: url.appendingPathExtension("copy"), destinationOptions: options,
                    withPersistentStoreFrom: url, sourceOptions: options, type: .sqlite)
                say("replaced")
            case "migrating":
                try migrateByMapping(url, options)
                say("migrated")
            default:
                let stack = try Stack(at: url, ClockModel.moments(), options: options)
                try saveMoment(1_000_000, stack.context())
            }
        } catch {
            say(describe(error))
        }
    }
}

/// A thread that sets the clock, until its end.
private final class Jumping: @unchecked Sendable {
    // Sendable because the condition protects what changes.
    private let condition = NSCondition()
    private var (isOver, hasEnded) = (false, false)

    init(onlyBack: Bool = false) {
        Thread.detachNewThread { [self] in run(onlyBack) }
    }

    private func run(_ onlyBack: Bool) {
        var round: Int64 = 0
        while !condition.withLock({ isOver }) {
            round += 1
            perdure_clock_set(onlyBack ? -3600 * round : round % 2 == 0 ? 86_400 : -86_400)
            usleep(200)
        }
        perdure_clock_set(0)
        condition.withLock {
            hasEnded = true
            condition.broadcast()
        }
    }

    func end() {
        condition.withLock {
            isOver = true
            while !hasEnded { condition.wait() }
        }
    }
}
