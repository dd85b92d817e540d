// SPDX-License-Identifier: Apache-2.0
// A proxy between client and server that delays, stalls, cuts, resets, halves and repeats (PG-158). ProxyLink.swift is one connection.

#if PostgreSQL
import Foundation
import PerdureBase

/// What a proxy does to a direction.
struct ProxyFault: Sendable, CustomStringConvertible {
    enum Direction: Sendable, CaseIterable { case toServer, toClient }

    enum Action: Sendable, Equatable {
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

    var direction: Direction
    var action: Action
    /// How many bytes pass before, counted from when the fault was set.
    var offset = 0

    var description: String { "\(action) \(direction) at byte \(offset)" }
}

/// A proxy on a port of this machine.
final class FaultProxy: @unchecked Sendable {
    // Sendable because what changes is behind `state`.

    private struct State {
        var fault: ProxyFault?
        /// Moves with each setting, so that connections count from there.
        var generation = 0
        var isOver = false
    }

    let port: UInt16
    private let listener: Int32
    private let target: String
    private let state = Lock(State())

    /// Listens.
    ///
    /// - Parameter target: the path of the server's socket; empty for no server: then it accepts and never answers.
    /// - Throws: an error of the system when there is no port.
    init(target: String) throws {
        self.target = target
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 100) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in accept() }
    }

    /// Sets a fault, for connections that are there too; nil ends it.
    func set(_ fault: ProxyFault?) {
        state.withLock {
            $0.fault = fault
            $0.generation += 1
        }
    }

    /// The fault and its number.
    var current: (fault: ProxyFault?, generation: Int) { state.withLock { ($0.fault, $0.generation) } }

    /// Ends the proxy and its connections.
    func end() {
        state.withLock { $0.isOver = true }
        shutdown(listener, Int32(SHUT_RDWR))
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0, !isOver else { break }
            Thread.detachNewThread { [self] in
                let server = target.isEmpty ? -1 : Self.connect(target)
                ProxyLink(self, client: client, server: server).run()
            }
        }
        close(listener)
    }

    private static func connect(_ path: String) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.copyBytes(from: path.utf8.prefix($0.count - 1))
        }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return status == 0 ? descriptor : -1
    }
}
#endif
