// SPDX-License-Identifier: Apache-2.0
// The hooks of a class with a snapshot and a change, in their order, and what can be read in each.

import Foundation
import Perdure
import PerdureTestSupport
import Testing

/// Writes down what happens, and what it sees then.
final class LoggingDelta: Delta {
    var log: [String] = []
    var seen: [String: String] = [:]

    override var color: Color? {
        get {
            log.append("get")
            return super.color
        }
        set { super.color = newValue }
    }

    private var committed: String {
        Color(archive: committedValues(forKeys: ["colorData"])["colorData"])?.name ?? "nil"
    }

    override func willChangeValue(forKey key: String) {
        if key == "color" { log.append("willChange") }
        super.willChangeValue(forKey: key)
    }

    override func didChangeValue(forKey key: String) {
        super.didChangeValue(forKey: key)
        if key == "color" { log.append("didChange") }
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        log.append("awakeFromFetch")
        seen["awakeFromFetch"] = "\(committed) \(value(forKey: "name") ?? "nil")"
    }

    override func willSave() {
        super.willSave()
        log.append("willSave")
        seen["willSave"] = committed
    }

    override func didSave() {
        super.didSave()
        log.append("didSave")
        seen["didSave"] = committed
    }

    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        log.append("willTurnIntoFault")
    }

    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        log.append("didTurnIntoFault")
        seen["didTurnIntoFault"] = "\(change ?? "nil")"
    }
}

@Suite("Hooks as the patterns see them")
struct HookSequenceTests {
    private func shape(_ kind: Stack.Kind) throws -> (PatternStack, LoggingDelta) {
        let stack = try PatternStack(kind, ["Shape": LoggingDelta.self])
        let made = try stack.new("Shape", ["name": "n"], as: LoggingDelta.self)
        made.color = .red
        try stack.a.save()
        stack.a.refresh(made, mergeChanges: false)
        made.log = []
        return (stack, made)
    }

    private func log(_ shape: LoggingDelta, _ body: () throws -> Void) rethrows -> [String] {
        shape.log = []
        try body()
        return shape.log
    }

    @Test(
        "TRN-260 the log of reading, setting, saving and refreshing, without an observer",
        arguments: Stack.Kind.allCases)
    func sequence(_ kind: Stack.Kind) throws {
        let (stack, shape) = try shape(kind)
        #expect(shape.isFault)
        #expect(log(shape) { _ = shape.color } == ["get", "awakeFromFetch"])
        #expect(log(shape) { shape.color = .green } == ["willChange", "didChange"])
        #expect(try log(shape) { try stack.a.save() } == ["willSave", "didSave"])
        #expect(
            log(shape) { stack.a.refresh(shape, mergeChanges: true) } == [
                "willChange", "willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch", "didChange",
            ])
        #expect(
            log(shape) { stack.a.refresh(shape, mergeChanges: false) } == [
                "willTurnIntoFault", "didTurnIntoFault",
            ])
        #expect(log(shape) { _ = shape.color } == ["get", "awakeFromFetch"])
        #expect(shape.color == .green)
    }

    @Test("TRN-261 TRN-262 TRN-263 TRN-264 what the hooks can read", arguments: Stack.Kind.allCases)
    func reading(_ kind: Stack.Kind) throws {
        let (stack, shape) = try shape(kind)
        _ = shape.color
        #expect(shape.seen["awakeFromFetch"] == "Red n")
        shape.color = .green
        try stack.a.save()
        #expect(shape.seen["willSave"] == "Red")
        #expect(shape.seen["didSave"] == "Green")
        shape.color = .blue
        stack.a.refresh(shape, mergeChanges: false)
        #expect(shape.seen["didTurnIntoFault"] == "nil")
    }

    @Test(
        "TRN-265 resetting the transient in didSave starts no save and leaves the object clean",
        arguments: Stack.Kind.allCases)
    func didSave(_ kind: Stack.Kind) throws {
        let (stack, shape) = try shape(kind)
        shape.color = .green
        try stack.a.save()
        #expect(!shape.hasChanges && !stack.a.hasChanges)
        #expect(shape.change == nil)
        shape.log = []
        try stack.a.save()
        #expect(shape.log.isEmpty)
    }
}
