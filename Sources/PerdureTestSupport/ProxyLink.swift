// SPDX-License-Identifier: Apache-2.0
// One connection through a FaultProxy: one thread that reads from both sides and writes to both.

#if PostgreSQL
import Foundation

/// Forwards bytes both ways until one side ends.
final class ProxyLink {
    /// One direction: from one socket to the other.
    private struct Way {
        let from: Int32
        let to: Int32
        let direction: ProxyFault.Direction
        /// What was read and not yet written.
        var pending: [UInt8] = []
        /// Bytes since the fault was set.
        var count = 0
    }

    private enum End: Error { case closed, reset }

    private let faults: ProxyFaults
    private let client: Int32
    private let server: Int32
    private var ways: [Way]
    private var generation = -1
    private let begin: Int
    private var isStalled = false

    init(_ faults: ProxyFaults, client: Int32, server: Int32) {
        self.faults = faults
        begin = faults.current.generation
        self.client = client
        self.server = server
        ways = [
            Way(from: client, to: server, direction: .toServer),
            Way(from: server, to: client, direction: .toClient),
        ]
    }

    /// Forwards until the end.
    func run() {
        do {
            while !faults.isOver { try step() }
        } catch {
            if case End.reset = error {
                var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
                setsockopt(
                    client, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
            }
        }
        close(client)
        if server >= 0 { close(server) }
    }

    private func step() throws {
        takeNewFault()
        guard !isStalled, server >= 0 else {
            usleep(5000)
            return
        }
        var descriptors = [
            descriptor(client, reads: 0, writes: 1), descriptor(server, reads: 1, writes: 0),
        ]
        guard poll(&descriptors, 2, 20) > 0 else { return }
        for (index, ready) in descriptors.enumerated() {
            if ready.revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 { try read(index) }
            if ready.revents & Int16(POLLOUT) != 0 { try write(1 - index) }
        }
    }

    private func takeNewFault() {
        let current = faults.current(since: begin).generation
        guard current != generation else { return }
        generation = current
        isStalled = false
        for index in ways.indices { ways[index].count = 0 }
    }

    private func descriptor(_ socket: Int32, reads: Int, writes: Int) -> pollfd {
        // What is read is bounded by what is written.
        let reading = ways[reads].pending.count < 1 << 20 ? POLLIN : 0
        let writing = ways[writes].pending.isEmpty ? 0 : POLLOUT
        return pollfd(fd: socket, events: Int16(reading | writing), revents: 0)
    }

    private func read(_ index: Int) throws {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(ways[index].from, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            if count < 0, errno == EAGAIN { return }
            throw End.closed
        }
        takeNewFault()
        try pass(bytes.prefix(count), index)
    }

    /// Lets bytes through, or what the fault makes of them.
    private func pass(_ bytes: ArraySlice<UInt8>, _ index: Int) throws {
        let before = ways[index].count
        ways[index].count += bytes.count
        guard let fault = faults.current(since: begin).fault, fault.direction == ways[index].direction else {
            ways[index].pending += bytes
            return
        }
        let offset = fault.offset - before
        switch fault.action {
        case .delay(let milliseconds): usleep(milliseconds * 1000)
        case .pieces: break
        case _ where !(0..<bytes.count ~= offset): break
        case .repeatByte:
            ways[index].pending += bytes.prefix(offset + 1) + bytes.dropFirst(offset)
            return
        case .stall, .close, .reset:
            ways[index].pending += bytes.prefix(offset)
            try end(fault.action, index)
            return
        }
        ways[index].pending += bytes
    }

    private func end(_ action: ProxyFault.Action, _ index: Int) throws {
        while !ways[index].pending.isEmpty { try write(index) }
        isStalled = action == .stall
        if action == .close { throw End.closed }
        if action == .reset { throw End.reset }
    }

    private func write(_ index: Int) throws {
        guard !ways[index].pending.isEmpty else { return }
        var most = ways[index].pending.count
        if case .pieces(let size) = faults.current.fault?.action {
            most = min(most, size)
            usleep(200)
        }
        let count = ways[index].pending.withUnsafeBytes {
            send(ways[index].to, $0.baseAddress, most, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno != EAGAIN { throw End.closed }
        if count > 0 { ways[index].pending.removeFirst(count) }
    }
}
#endif
