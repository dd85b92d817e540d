// SPDX-License-Identifier: Apache-2.0
// What the program does. Each line that it prints is an acknowledgement or an error.

import CoreData
import Foundation
import PerdureTestSupport

/// The commands.
enum Command {
    static func run(_ words: [String]) -> Int32 {
        guard words.count >= 2 else { return complain("COMMAND STORE is missing") }
        let url = URL(fileURLWithPath: words[1])
        let arguments = words.dropFirst(2).compactMap { Int($0) }
        do {
            switch words[0] {
            case "batches": try batches(url)
            case "count": try count(url, arguments.first ?? 1)
            case "fill":
                try fill(url, ballast: arguments.isEmpty ? words.dropFirst(2).first : nil, arguments.first)
            case "rename": try rename(url)
            case "look": try look(url)
            case "peak": try peak(url)
            case "deed": try deed(url, Array(words.dropFirst(2)))
            case "entries": try entries(url, Array(words.dropFirst(2)))
            case "step": try step(url, Array(words.dropFirst(2)))
            case "journal": try journal(url, Array(words.dropFirst(2)))
            case "derive": try derive(url, Array(words.dropFirst(2)))
            case "shop": try shop(url, Array(words.dropFirst(2)))
            case "elements": try elements(url, Array(words.dropFirst(2)))
            case "verify": try verify(url)
            case "follow": try follow(url, Array(words.dropFirst(2)))
            case "destroy": try destroy(url, Array(words.dropFirst(2)))
            case "replace": try replace(url, Array(words.dropFirst(2)))
            case "batch": try batch(url, Array(words.dropFirst(2)))
            case "tally": try tally(url, words.count > 2 ? Double(words[2]) ?? 1 : 1)
            case "lists": try lists(url, Array(words.dropFirst(2)))
            case "merges": try merges(url, Array(words.dropFirst(2)))
            case "transfers": try transfers(url, Array(words.dropFirst(2)))
            case "merge-actor": try mergeActor(url)
            case "version": try version(url, Array(words.dropFirst(2)))
            case "mapping": try mapping(url)
            case "migrate": try migrate(url, Array(words.dropFirst(2)))
            case "clean": try clean(url)
            case "department": try department(url, Array(words.dropFirst(2)))
            default: try runLimits(words[0], url, Array(words.dropFirst(2)))
            }
            return 0
        } catch let error as UsageError {
            return complain(error.text)
        } catch {
            say(describe(error))
            return 1
        }
    }

    /// The commands of clocks, shortages and long lives.
    private static func runLimits(_ command: String, _ url: URL, _ words: [String]) throws {
        switch command {
        case "clock": try clock(url, words)
        case "patience": try patience(url, words)
        case "starve": try runShort(.memory, url, words)
        case "descriptors": try runShort(.descriptors, url, words)
        case "poor": try poor(url, words)
        case "vacuum": try vacuum(url, words)
        case "lifetime": try lifetime(url, words)
        default: throw UsageError(text: "unknown command \(command)")
        }
    }

    private static func complain(_ text: String) -> Int32 {
        say("usage: \(text)")
        return 2
    }

    /// Without a buffer, so that a kill loses no line that was printed.
    static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

    static func describe(_ error: any Error) -> String {
        let error = error as NSError
        let text = error.localizedDescription.replacingOccurrences(of: "\n", with: " ")
        return "error \(error.domain) \(error.code) \(text)"
    }

    /// Saves batch after batch until it is killed; prints a batch's number once its save has returned.
    private static func batches(_ url: URL) throws {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        var number = try context.performAndWait {
            try context.all("Batch", by: "number").last?.value(forKey: "number") as? Int ?? 0
        }
        while true {
            number += 1
            try context.performAndWait {
                FaultModel.insertBatch(number, into: context)
                try context.save()
                // Objects of old batches are of no use.
                if number % 20 == 0 { context.reset() }
            }
            say("\(number)")
        }
    }

    /// Adds 1 to a counter some times, and tries again after each conflict; prints how many rounds that took.
    private static func count(_ url: URL, _ times: Int) throws {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        var rounds = 0
        for _ in 0..<times {
            repeat { rounds += 1 } while try !context.performAndWait { try increment(context) }
        }
        say("\(rounds)")
    }

    private static func increment(_ context: NSManagedObjectContext) throws -> Bool {
        context.reset()
        guard let counter = try context.all("Counter").first else { return true }
        let value = counter.value(forKey: "value") as? Int ?? 0
        counter.setValue(value + 1, forKey: "value")
        do {
            try context.save()
            return true
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            return false
        }
    }

    /// Saves until the disk is full, removes the ballast or lifts the limit, saves again.
    ///
    /// Prints the number of batches that were acknowledged, the error, and "saved" or what went wrong.
    private static func fill(_ url: URL, ballast: String?, _ limit: Int?) throws {
        let stack = try Stack(at: url, FaultModel.batches())
        let context = stack.context()
        if ballast == nil { FileLimit.set(UInt(limit ?? 1 << 20)) }
        try context.performAndWait {
            var number = 0
            do {
                while number < 10_000 {
                    FaultModel.insertBatch(number + 1, into: context, bytes: 20_000)
                    try context.save()
                    number += 1
                }
            } catch {
                say("\(number)")
                say(describe(error))
            }
            let waiting = context.insertedObjects.count
            if let ballast { try FileManager.default.removeItem(atPath: ballast) } else { FileLimit.lift() }
            try context.save()
            say("saved \(waiting) \(context.hasChanges)")
        }
    }

    /// Becomes nobody, opens the store and changes every title.
    private static func rename(_ url: URL) throws {
        try becomeNobody()
        let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        let stack = try Stack(at: url, model ?? FaultModel.batches())
        let context = stack.context()
        try context.performAndWait {
            for book in try context.all("Book") { book.setValue("Changed", forKey: "title") }
            if !context.hasChanges { context.insert("Batch") }
            try context.save()
        }
        say("saved")
    }

    /// Becomes nobody, opens the store read-only, and prints the number of its books.
    private static func look(_ url: URL) throws {
        try becomeNobody()
        let model = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
        let stack = try Stack(
            at: url, model ?? FaultModel.batches(), options: [NSReadOnlyPersistentStoreOption: true])
        let context = stack.context()
        say("\(try context.performAndWait { try context.all("Book").count })")
    }

    private static func becomeNobody() throws {
        guard geteuid() == 0, setgid(65_534) != 0 || setuid(65_534) != 0 else { return }
        throw UsageError(text: "cannot become nobody")
    }

    /// Reads a model or a store's model and metadata; prints by how many kilobytes the peak of memory grew.
    private static func peak(_ url: URL) throws {
        // What loads once is not the input's.
        _ = try NSManagedObjectModel(archivedData: FaultModel.batches().archivedData())
        _ = try? NSManagedObjectModel.load(contentsOf: url.appendingPathExtension("missing"))
        let before = try Memory.peak()
        var outcome = "read"
        do {
            if url.pathExtension == "sqlite" {
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
                _ = try NSPersistentStoreCoordinator.cachedModelForPersistentStore(at: url)
            } else {
                _ = try NSManagedObjectModel.load(contentsOf: url)
            }
        } catch {
            outcome = describe(error)
        }
        say("\(try Memory.peak() - before) \(outcome)")
    }
}
