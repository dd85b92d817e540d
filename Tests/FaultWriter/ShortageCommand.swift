// SPDX-License-Identifier: Apache-2.0
// A part of the work while something runs short at its first use, at its second, and so on, until nothing does.

import CoreData
import Foundation
import PerdureMigration
import PerdureTestSupport

extension Command {
    /// starve STORE PART: SQLite's k-th allocation fails; descriptors STORE PART: only k - 1 more files can be opened.
    ///
    /// PART is opening, fetching, reading, saving, batches, merging or migration. What failed must be undone, and succeed
    /// without the shortage. Prints how many tries failed, how many there were, and the codes of the errors.
    static func runShort(_ shortage: Shortage, _ url: URL, _ words: [String]) throws {
        try shortage.install()
        let run = ShortageRun(shortage, url)
        switch words.first ?? "saving" {
        case "opening": try run.opening()
        case "fetching": try run.fetching()
        case "reading": try run.reading()
        case "saving": try run.saving()
        case "batches": try run.batches()
        case "merging": try run.merging()
        case "migration": try run.migration()
        default: throw UsageError(text: "unknown part \(words[0])")
        }
        say("\(run.failures) \(run.tries) \(run.codes.sorted().joined(separator: ","))")
    }
}

/// The parts of the work, and what became of them.
private final class ShortageRun {
    private let shortage: Shortage
    private let url: URL
    private(set) var (failures, tries) = (0, 0)
    private(set) var codes: Set<String> = []

    init(_ shortage: Shortage, _ url: URL) {
        (self.shortage, self.url) = (shortage, url)
    }

    /// Runs an action for k = 1, 2 …; what failed is looked at, and runs again without the shortage.
    ///
    /// Without PERDURE_FAULTS=1 a long action meets one allocation of so many.
    private func everyStep(
        by step: Int = 1, lasts: Bool = false, _ action: () throws -> Void,
        afterFailure: () throws -> Void = {},
        check: () throws -> Void
    ) throws {
        let isThorough = ProcessInfo.processInfo.environment["PERDURE_FAULTS"] == "1"
        let step = isThorough || shortage == .descriptors ? 1 : step
        for nth in stride(from: 1, to: 100_000, by: step) {
            let result = shortage.during(nth, lasts: lasts, action)
            tries += 1
            if case .failure(let error) = result {
                let facts = error as NSError
                guard facts.domain == NSCocoaErrorDomain else { throw error }
                failures += 1
                codes.insert("\(facts.code)/\(facts.userInfo[NSSQLiteErrorDomain] ?? "none")")
                try afterFailure()
                try action()
            }
            try check()
            if !shortage.wasMet(result) { return }
        }
    }

    private func expect(_ isTrue: Bool, _ text: String) throws {
        if !isTrue { throw UsageError(text: "try \(tries): \(text)") }
    }

    // MARK: Parts

    func opening() throws {
        let url = url
        try fill(url)
        try everyStep(by: 11) {
            let stack = try Stack(at: url, EntryModel.entries())
            let context = stack.context()
            // An accessor cannot throw what a missing page or byte means; this lets it.
            let found = try context.performAndWait {
                try context.tryReading { try EntryModel.examine(1, in: context) }
            }
            try self.expect(found.count == 3 && found.torn.isEmpty, "\(found)")
            try stack.coordinator.remove(stack.store)
        } check: {
        }
    }

    func fetching() throws {
        try fill(url)
        let stack = try Stack(at: url, EntryModel.entries())
        try everyStep {
            let context = stack.context()
            let count = try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Part")
                request.returnsObjectsAsFaults = false
                request.predicate = NSPredicate(format: "entry.number >= 1 AND content != nil")
                return try context.fetch(request).filter { $0.value(forKey: "content") is Data }.count
            }
            try self.expect(count == 3 * EntryModel.parts, "\(count)")
        } check: {
        }
        try stack.coordinator.remove(stack.store)
    }

    /// Reads what another coordinator has saved meanwhile, when reads just before have kept a snapshot, and while all memory
    /// is gone.
    func reading() throws {
        try fill(url)
        let stack = try Stack(at: url, EntryModel.entries())
        let others = try Stack(at: url, EntryModel.entries())
        let (context, writer) = (stack.context(), others.context())
        func read(_ context: NSManagedObjectContext) throws -> NSManagedObject {
            context.reset()
            return try context.all("Entry", "number == 1")[0]
        }
        func saveNext() throws {
            try context.performAndWait { for _ in 0..<5 { _ = try read(context) } }
            try writer.performAndWait {
                try read(writer).setValue(tries + 10, forKey: "edition")
                try writer.save()
            }
        }
        try saveNext()
        var saved = tries + 10
        try everyStep(lasts: true) {
            let edition = try context.performAndWait {
                let entry = try read(context)
                return try context.tryReading { entry.value(forKey: "edition") as? Int }
            }
            try self.expect(edition == saved, "\(edition ?? 0) was read where \(saved) had been saved")
        } check: {
            saved = tries + 10
            try saveNext()
        }
        for stack in [stack, others] { try stack.coordinator.remove(stack.store) }
    }

    func saving() throws {
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        try context.performAndWait {
            var number = 1
            try EntryModel.write(number, of: 1, pictureSize: picture, in: context)
            try everyStep {
                try context.save()
            } afterFailure: {
                try self.expect(context.insertedObjects.count == 1 + EntryModel.parts, "changes are lost")
            } check: {
                try self.expect(!context.hasChanges, "changes are left")
                context.reset()
                number += 1
                try EntryModel.write(number, of: 1, pictureSize: self.picture, in: context)
            }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    func batches() throws {
        try fill(url)
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        func execute(_ kind: String) throws {
            try context.performAndWait { _ = try context.execute(try Command.request(kind)) }
        }
        func editions() throws -> [Int] {
            try context.performAndWait {
                context.reset()
                return try context.all("Entry", by: "edition").compactMap {
                    $0.value(forKey: "edition") as? Int
                }
            }
        }
        for kind in ["insert", "update", "delete"] {
            var before = try editions()
            try everyStep {
                try execute(kind)
            } afterFailure: {
                try self.expect(try editions() == before, "\(kind) has changed rows")
            } check: {
                try self.expect(try editions() != before, "\(kind) has changed no row")
                // Each try begins with the same rows.
                if kind == "insert" { try execute("delete") }
                if kind == "delete" { try execute("insert") }
                before = try editions()
            }
            if kind == "insert" { try execute("insert") }
        }
        try stack.coordinator.remove(stack.store)
    }

    func merging() throws {
        let stack = try Stack(at: url, TallyModel.tallies())
        try TallyModel.fill(stack)
        let context = stack.context()
        try context.performAndWait {
            let tally = try TallyModel.all(context)[0]
            var number = 1
            try TallyModel.change(tally, "w", number)
            try everyStep {
                try context.save()
            } check: {
                context.refresh(tally, mergeChanges: false)
                let holding = TallyModel.holding(tally)
                try self.expect(holding.isWhole && holding.count == number, "\(holding)")
                number += 1
                try TallyModel.change(tally, "w", number)
            }
            try context.save()
        }
        try stack.coordinator.remove(stack.store)
    }

    func migration() throws {
        try fill(url)
        let options: [AnyHashable: Any] = [
            NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
        ]
        let folder = try TemporaryFolder()
        var version = try copy(in: folder)
        try everyStep(by: 31) {
            let stack = try Stack(at: version, EntryModel.second(), options: options)
            try stack.coordinator.remove(stack.store)
        } afterFailure: {
            let (model, _) = try Command.entryVersion(version)
            try self.examine(version, model)
        } check: {
            try self.examine(version, EntryModel.second())
            version = try self.copy(in: folder)
        }
    }

    // MARK: Stores

    /// Files of pictures need descriptors, and no memory of SQLite's.
    private var picture: Int { shortage == .descriptors ? 150_000 : 0 }

    private func fill(_ url: URL) throws {
        let stack = try Stack(at: url, EntryModel.entries())
        let context = stack.context()
        try context.performAndWait {
            for number in 1...3 {
                try EntryModel.write(number, of: 1, pictureSize: picture, in: context)
                try context.save()
            }
        }
        try stack.coordinator.remove(stack.store)
    }

    private func copy(in folder: TemporaryFolder) throws -> URL {
        let copy = folder.file("\(tries).sqlite")
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: EntryModel.entries())
        try coordinator.replacePersistentStore(
            at: copy, withPersistentStoreFrom: url, type: .sqlite)
        return copy
    }

    private func examine(_ url: URL, _ model: NSManagedObjectModel) throws {
        let stack = try Stack(at: url, model)
        let context = stack.context()
        let found = try context.performAndWait { try EntryModel.examine(1, in: context) }
        try expect(found.count == 3 && found.torn.isEmpty, "\(found)")
        try stack.coordinator.remove(stack.store)
    }
}
