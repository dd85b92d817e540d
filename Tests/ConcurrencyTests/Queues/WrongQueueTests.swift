// SPDX-License-Identifier: Apache-2.0
// The debug mode that finds uses on wrong queues. Each test is a process of its own: the mode is chosen before the first
// context is made.

import Foundation
import PerdureTestSupport
import Testing

@testable import Perdure

@Suite("Uses on wrong queues") struct WrongQueueTests {
    /// The reports in what a process wrote to standard error.
    private func reports(_ output: [UInt8]?) -> [Substring] {
        let text = String(decoding: output ?? [], as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasPrefix("PERDURE_CONCURRENCY_DEBUG: ") }
    }

    @Test("CTX-20 each use of an object on a wrong queue is reported, with object, context and advice")
    func objects() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sample = try WrongQueueSample(mode: "report")
            for use in WrongQueueSample.uses { try use.make(sample) }
        }
        let found = reports(result?.standardErrorContent)
        for use in WrongQueueSample.uses {
            #expect(found.contains { $0.contains("The \(use.report)") }, "\(use.report)")
        }
        let first = try #require(found.first)
        #expect(
            first.contains("of Person <x-coredata://")
                && first.contains("/Person/p1> was used on a wrong queue"))
        #expect(first.contains("The context \"import\" has a private queue."))
        #expect(first.contains("in blocks of its perform or performAndWait"))
    }

    @Test("CTX-20 each use of a context on a wrong queue is reported")
    func contexts() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sample = try WrongQueueSample(mode: "report")
            for use in WrongQueueSample.calls { try use.make(sample) }
        }
        let found = reports(result?.standardErrorContent)
        for use in WrongQueueSample.calls {
            #expect(
                found.contains { $0.contains(": \(use.report) was called on a wrong queue") }, "\(use.report)"
            )
        }
    }

    @Test("CTX-20 a place that is passed again is reported once")
    func once() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let sample = try WrongQueueSample(mode: "report")
            askFiveTimes(sample.context)
        }
        #expect(reports(result?.standardErrorContent).count == 1)
    }

    @Test("CTX-20 a property that is read on a wrong queue stops the process")
    func stopsReading() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let sample = try WrongQueueSample(mode: "1")
            _ = sample.person.value(forKey: "firstName")
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("The property \"firstName\" of Person <x-coredata://"))
    }

    @Test("CTX-20 a save on a wrong queue stops the process")
    func stopsSaving() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try WrongQueueSample(mode: "1").context.save()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains("save() was called on a wrong queue. The context \"import\" has a private queue."))
    }

    @Test("CTX-20 CTX-19 a main-queue context stops a process that uses it on another thread")
    func mainContext() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            setenv("PERDURE_CONCURRENCY_DEBUG", "1", 1)
            let stack = try Stack(.inMemory)
            let context = NSManagedObjectContext(.mainQueue)
            context.persistentStoreCoordinator = stack.coordinator
            try Crew.work(1) { _ in _ = context.registeredObjects }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("The context without a name has the main queue."))
        #expect(text.contains("on the main thread or in blocks of its perform or performAndWait"))
    }

    @Test("CTX-20 without the option nothing is asked, and objects without a context never")
    func off() async {
        await #expect(processExitsWith: .success) {
            let sample = try WrongQueueSample(mode: "0")
            for use in WrongQueueSample.uses + WrongQueueSample.calls { try use.make(sample) }
        }
        await #expect(processExitsWith: .success) {
            let sample = try WrongQueueSample(mode: "1")
            let entity = try #require(sample.stack.coordinator.managedObjectModel.entitiesByName["Person"])
            let free = NSManagedObject(entity: entity, insertInto: nil)
            free.setValue("Ada", forKey: "firstName")
            #expect(free.value(forKey: "firstName") as? String == "Ada")
        }
    }

    @Test(
        "CTX-20 the option is an environment variable or Apple's launch argument; the variable counts first")
    func options() {
        let argument = "-com.apple.CoreData.ConcurrencyDebug"
        #expect(QueueCheck.mode(environment: nil, arguments: ["app"]) == .off)
        #expect(QueueCheck.mode(environment: "1", arguments: ["app"]) == .stopping)
        #expect(QueueCheck.mode(environment: "report", arguments: ["app"]) == .reporting)
        #expect(QueueCheck.mode(environment: "", arguments: ["app"]) == .off)
        #expect(QueueCheck.mode(environment: nil, arguments: ["app", argument, "1"]) == .stopping)
        #expect(QueueCheck.mode(environment: nil, arguments: ["app", argument, "0"]) == .off)
        #expect(QueueCheck.mode(environment: nil, arguments: ["app", argument]) == .off)
        #expect(QueueCheck.mode(environment: "0", arguments: ["app", argument, "1"]) == .off)
        #expect(QueueCheck.mode(environment: "report", arguments: ["app", argument, "1"]) == .reporting)
    }
}

/// One place that is passed five times: an optimizer would write the loop out, as five places.
@_optimize(none) private func askFiveTimes(_ context: NSManagedObjectContext) {
    for _ in 0..<5 { _ = context.hasChanges }
}
