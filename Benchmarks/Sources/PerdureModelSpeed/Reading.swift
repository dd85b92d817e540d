// SPDX-License-Identifier: Apache-2.0
// What one read and one write of a property costs in a loop over a thousand objects.

import Foundation
import Observation
import SwiftData

/// Reads and writes of one property.
enum Reading {
    private static let count = 1000
    private static let passes = 2000

    static func print() throws {
        let container = try ModelContainer(
            for: ModelItem.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let plain = (0..<count).map { PlainItem(number: $0, name: "item \($0)") }
        let observable = (0..<count).map { ObservableItem(number: $0, name: "item \($0)") }
        let models = (0..<count).map { ModelItem(number: $0, name: "item \($0)") }
        for model in models { context.insert(model) }
        try context.save()
        let base = nanoseconds { sum(plain) { $0.number } }
        row("plain class: Int", base, 1)
        let seen = nanoseconds { sum(observable) { $0.number } }
        row("@Observable class: Int", seen, seen / base)
        let own = nanoseconds { sum(models) { $0.number } }
        row("@Model: Int", own, own / base)
        row("@Model: Int, against @Observable", own, own / seen)
        let probe = Probe()
        let question = nanoseconds { sum(plain) { probe.ask() &+ $0.number } }
        row("a question to Observation alone", question, question / base)
        let texts = nanoseconds { sum(plain) { $0.name.utf8.count } }
        row("plain class: String", texts, 1)
        let names = nanoseconds { sum(models) { $0.name.utf8.count } }
        row("@Model: String", names, names / texts)
        let set = nanoseconds { for item in observable { item.number &+= 1 } }
        row("@Observable class: write", set, 1)
        let written = nanoseconds { for item in models { item.number &+= 1 } }
        row("@Model: write", written, written / set)
        let heard = tracked { sum(observable) { $0.number } }
        row("@Observable class: tracked Int", heard, 1)
        let noted = tracked { sum(models) { $0.number } }
        row("@Model: tracked Int", noted, noted / heard)
    }

    /// What one tracked read costs, the tracking included.
    private static func tracked(_ body: () -> Void) -> Double {
        (0..<5).map { _ in
            seconds { for _ in 0..<20 { withObservationTracking(body) {} } } * 1e9 / Double(count * 20)
        }.min() ?? 0
    }

    @inline(__always)
    private static func sum<T>(_ items: [T], _ read: (T) -> Int) {
        var total = 0
        for item in items { total &+= read(item) }
        keep(total)
    }

    @inline(never) private static func keep(_ value: Int) { if value == .min { Swift.print(value) } }

    /// The best of five rounds.
    private static func nanoseconds(_ body: () -> Void) -> Double {
        (0..<5).map { _ in
            seconds { for _ in 0..<passes { body() } } * 1e9 / Double(count * passes)
        }.min() ?? 0
    }
}

/// How long a block takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(body)
    return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
}

/// Prints a line of the table.
func row(_ name: String, _ figure: Double, _ ratio: Double, _ unit: String = "ns") {
    let padded = name.padding(toLength: 44, withPad: " ", startingAt: 0)
    print(padded + String(format: "%10.2f %@ %8.2f", figure, unit as NSString, ratio))
}

/// Asks the Observation framework with a key path that is at hand: less than this no read of an observed class can cost.
final class Probe: Observable {
    private let registrar = ObservationRegistrar()
    private let keyPath: KeyPath<Probe, Int> = \Probe.nothing
    private var nothing: Int { 0 }

    @inline(__always) func ask() -> Int {
        registrar.access(self, keyPath: keyPath)
        return 0
    }
}
