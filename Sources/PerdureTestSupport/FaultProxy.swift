// SPDX-License-Identifier: Apache-2.0
// A proxy between client and server that delays, stalls, cuts, resets, halves and repeats (PG-158). ProxyLink.swift is one connection, ProxyFault.swift what happens to it.

#if PostgreSQL
import Foundation

/// A proxy on a port of this machine.
package final class FaultProxy: @unchecked Sendable {
    // Sendable because nothing of it changes but the faults, which have a lock.

    package let port: UInt16
    private let listener: Int32
    private let target: String
    private let faults = ProxyFaults()

    /// Listens.
    ///
    /// - Parameter target: the path of the server's socket; empty for no server: then it accepts and never answers.
    /// - Throws: an error of the system when there is no port.
    package init(target: String) throws {
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
    package func set(_ fault: ProxyFault?) { faults.set(fault) }

    /// Sets a fault for connections that come from now on; those that are there keep theirs.
    package func setForNewConnections(_ fault: ProxyFault?) { faults.setForNewConnections(fault) }

    /// Ends the proxy and its connections.
    package func end() {
        faults.end()
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0, !faults.isOver else { break }
            Thread.detachNewThread { [self] in
                let server = target.isEmpty ? -1 : Self.connect(target)
                ProxyLink(faults, client: client, server: server).run()
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
