// SPDX-License-Identifier: Apache-2.0
// A store on disk, opened afresh for each measurement, so that no cache is warm by accident.

import CoreData
import Foundation

/// One coordinator and one context on a file.
struct Stack {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    init(_ file: URL, model: NSManagedObjectModel) throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
    }

    func close() throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

/// A folder of files that are made once and copied for each measurement that changes them.
struct Workspace {
    let folder: URL
    let model: NSManagedObjectModel
    let rows: Int64

    init(rows: Int64) throws {
        self.rows = rows
        model = Item.makeModel()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "perdure-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let empty = try Stack(file("empty"), model: model)
        try empty.close()
        let full = try Stack(file("full"), model: model)
        try full.context.performAndWait {
            for i in 1...rows { Item(entity: try full.entity(), insertInto: full.context).fill(i) }
            try full.context.save()
        }
        try full.close()
        let family = try Stack(file("family"), model: model)
        try family.context.performAndWait { try Family.fill(family, count: owners) }
        try family.close()
        for (name, deriving) in [("derived", true), ("underived", false)] {
            try Deriving.fill(file(name), lists: Deriving.lists(self), deriving: deriving)
        }
    }

    /// How many owners there are, with ten parts each.
    var owners: Int64 { max(100, rows / 20) }

    func file(_ name: String) -> URL { folder.appendingPathComponent("\(name).sqlite") }

    /// A fresh copy of the empty or the full file, with its side files.
    func copy(of name: String) throws -> URL {
        for suffix in ["", "-wal", "-shm"] {
            let from = file(name).path + suffix
            let to = file("copy").path + suffix
            try? FileManager.default.removeItem(atPath: to)
            if FileManager.default.fileExists(atPath: from) {
                try FileManager.default.copyItem(atPath: from, toPath: to)
            }
        }
        return file("copy")
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
}

extension Stack {
    func entity(_ name: String = "Item") throws -> NSEntityDescription {
        guard let entity = coordinator.managedObjectModel.entitiesByName[name] else {
            throw BenchmarkFailure("the model has no entity \(name)")
        }
        return entity
    }
}

struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Item {
    /// Makes a file of rows in steps, so that this leaves little memory behind.
    static func fill(_ file: URL, rows: Int64) throws {
        let stack = try Stack(file, model: makeModel())
        try stack.context.performAndWait {
            for first in stride(from: 0, to: rows, by: 10_000) {
                for number in first..<min(rows, first + 10_000) {
                    Item(entity: try stack.entity(), insertInto: stack.context).fill(number + 1)
                }
                try stack.context.save()
                stack.context.reset()
            }
        }
        try stack.close()
    }
}
