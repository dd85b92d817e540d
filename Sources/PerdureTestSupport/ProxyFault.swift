// SPDX-License-Identifier: Apache-2.0
// What a FaultProxy does to connections, and since when.

#if PostgreSQL
import PerdureBase

/// What a proxy does to a direction.
package struct ProxyFault: Sendable, CustomStringConvertible {
    package enum Direction: Sendable, CaseIterable { case toServer, toClient }

    package enum Action: Sendable, Equatable {
        /// Forwards nothing any more, either way, and keeps the sockets open.
        case stall
        /// Closes both sockets.
        case close
        /// Closes them so that the client gets a reset.
        case reset
        /// Sends the byte twice.
        case repeatByte
        /// Waits some milliseconds before each piece.
        case delay(UInt32)
        /// Forwards pieces of so many bytes, with a pause between them.
        case pieces(Int)
    }

    package var direction: Direction
    package var action: Action
    /// How many bytes pass before, counted from when the fault was set.
    package var offset = 0

    package init(direction: Direction, action: Action, offset: Int = 0) {
        self.direction = direction
        self.action = action
        self.offset = offset
    }

    package var description: String { "\(action) \(direction) at byte \(offset)" }
}

/// The faults of one proxy.
final class ProxyFaults: Sendable {
    private struct State {
        var fault: ProxyFault?
        /// Moves with each setting, so that connections count from there.
        var generation = 0
        /// What holds for connections that are there, when a fault was set for new ones only.
        var former: (fault: ProxyFault?, generation: Int)?
        var isOver = false
    }

    private let state = Lock(State())

    func set(_ fault: ProxyFault?) {
        state.withLock {
            $0.fault = fault
            $0.generation += 1
            $0.former = nil
        }
    }

    func setForNewConnections(_ fault: ProxyFault?) {
        state.withLock {
            $0.former = ($0.fault, $0.generation)
            $0.fault = fault
            $0.generation += 1
        }
    }

    /// The fault and its number.
    var current: (fault: ProxyFault?, generation: Int) { state.withLock { ($0.fault, $0.generation) } }

    /// The fault for a connection that began at a number, and the fault's own number.
    func current(since begin: Int) -> (fault: ProxyFault?, generation: Int) {
        state.withLock { state in
            if let former = state.former, begin <= former.generation { return former }
            return (state.fault, state.generation)
        }
    }

    func end() { state.withLock { $0.isOver = true } }

    var isOver: Bool { state.withLock { $0.isOver } }
}
#endif
