// SPDX-License-Identifier: Apache-2.0
// Dates of every year, and dates of none: what each kind of store keeps, compares and sorts.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

@Suite("Dates in stores") struct StoredDateTests {
    /// The kinds of stores, by the extension of their files; none is a store in memory.
    static let forms = ["sqlite", "xml", "binary", ""]

    /// Moments with some times, each with its index as its number.
    private final class Moments {
        private let folder: TemporaryFolder
        private let form: String
        private(set) var stack: Stack
        private(set) var context: NSManagedObjectContext

        init(_ form: String, _ times: [TimeInterval]) throws {
            folder = try TemporaryFolder()
            self.form = form
            stack = try Self.open(form, folder)
            context = stack.context()
            try context.performAndWait {
                for (number, time) in times.enumerated() {
                    let date = Date(timeIntervalSinceReferenceDate: time)
                    context.insert("Moment", ["number": number, "time": date])
                }
                try context.save()
            }
        }

        private static func open(_ form: String, _ folder: TemporaryFolder) throws -> Stack {
            if form.isEmpty { return try Stack(.inMemory, ClockModel.plainMoments()) }
            return try Stack(at: folder.file("Moments.\(form)"), ClockModel.plainMoments())
        }

        /// Opens the file again, or takes a new context of a store in memory.
        func reopen() throws {
            if !form.isEmpty {
                try stack.coordinator.remove(stack.store)
                stack = try Self.open(form, folder)
            }
            context = stack.context()
        }

        /// The times by number, as a new context reads them.
        func times() throws -> [TimeInterval?] {
            try reopen()
            return try context.performAndWait {
                try context.all("Moment", by: "number").map {
                    ($0.value(forKey: "time") as? Date)?.timeIntervalSinceReferenceDate
                }
            }
        }

        /// The numbers of the moments that a predicate finds, in the order of their times.
        func numbers(_ predicate: NSPredicate?, ascending: Bool = true) throws -> [Int] {
            try context.performAndWait {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Moment")
                request.predicate = predicate
                request.sortDescriptors = [
                    NSSortDescriptor(key: "time", ascending: ascending),
                    NSSortDescriptor(key: "number", ascending: true),
                ]
                return try context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }
            }
        }
    }

    @Test(
        "REL-14 leap days, ends of counters, changes of calendars and small parts come back as they were",
        arguments: forms)
    func instants(_ form: String) throws {
        let moments = try Moments(form, ClockModel.instants)
        let expected: [TimeInterval?] = ClockModel.instants
        #expect(try moments.times() == expected)
    }

    @Test("REL-14 the end of February comes back in years from 1 to 9999", arguments: forms)
    func years(_ form: String) throws {
        let times = stride(from: 1, through: 9999, by: 7).map { ClockModel.day($0, 3, 1) - 0.25 }
        let moments = try Moments(form, times)
        let expected: [TimeInterval?] = times
        #expect(try moments.times() == expected)
        #expect(try moments.numbers(nil) == Array(times.indices))
    }

    @Test("REL-14 predicates and orders take dates of all times by their seconds", arguments: forms)
    func comparing(_ form: String) throws {
        let times = ClockModel.instants
        let moments = try Moments(form, times)
        try moments.reopen()
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(try moments.numbers(nil) == order)
        for time in times {
            let date = Date(timeIntervalSinceReferenceDate: time) as NSDate
            func numbers(_ format: String) throws -> [Int] {
                try moments.numbers(NSPredicate(format: format, date))
            }
            #expect(try numbers("time < %@") == order.filter { times[$0] < time }, "\(time)")
            #expect(try numbers("time == %@") == order.filter { times[$0] == time }, "\(time)")
            #expect(try numbers("time >= %@") == order.filter { times[$0] >= time }, "\(time)")
        }
    }

    @Test("REL-14 unsaved changes are compared like stored dates", arguments: forms)
    func unsaved(_ form: String) throws {
        let times = ClockModel.instants
        let moments = try Moments(form, times.map { _ in 5 })
        try moments.context.performAndWait {
            for (object, time) in zip(try moments.context.all("Moment", by: "number"), times) {
                object.setValue(Date(timeIntervalSinceReferenceDate: time), forKey: "time")
            }
        }
        let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
        #expect(try moments.numbers(nil) == order)
        let bounds = [ClockModel.day(1582, 10, 10), ClockModel.day(2004, 3, 1)].map {
            Date(timeIntervalSinceReferenceDate: $0) as NSDate
        }
        let between = order.filter {
            bounds[0].timeIntervalSinceReferenceDate <= times[$0]
                && times[$0] <= bounds[1].timeIntervalSinceReferenceDate
        }
        let predicate = NSPredicate(format: "time BETWEEN %@", argumentArray: [bounds])
        #expect(try moments.numbers(predicate) == between)
        try moments.context.performAndWait { try moments.context.save() }
        #expect(try moments.numbers(predicate) == between)
    }

    @Test("REL-14 a date without end is kept, one that is no number is nil", arguments: forms)
    func endless(_ form: String) throws {
        let moments = try Moments(form, [.infinity, 0, -.infinity, .nan])
        #expect(try moments.numbers(nil).last == 0)
        let expected: [TimeInterval?] = [Double.infinity, 0, -Double.infinity, nil]
        #expect(try moments.times() == expected)
        // nil comes first.
        #expect(try moments.numbers(nil) == [3, 2, 1, 0])
        #expect(try moments.numbers(NSPredicate(format: "time == nil")) == [3])
        #expect(try moments.numbers(NSPredicate(format: "time > %@", Date.distantFuture as NSDate)) == [0])
        #expect(try moments.numbers(NSPredicate(format: "time < %@", Date.distantPast as NSDate)) == [2])
    }
}
