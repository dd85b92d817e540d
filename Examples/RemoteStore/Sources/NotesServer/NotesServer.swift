// SPDX-License-Identifier: Apache-2.0
// A server of notes on the loopback interface: it accepts connections on a thread of its own and answers one request on each.
// NotesTable.swift is what it serves.

import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Serves notes until it is stopped.
public final class NotesServer: Sendable {
    /// Where the server listens.
    public let url: URL
    /// The notes.
    public let table: NotesTable
    private let listener: Int32
    private let isStopped = Mutex(false)

    /// Starts a server on a free port.
    ///
    /// - Throws: the system's error when there is no port.
    public init() throws {
        let table = NotesTable()
        #if canImport(Darwin)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
        #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        let port = try Self.bind(listener)
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw CocoaError(.featureUnsupported) }
        (self.listener, self.url, self.table) = (listener, url, table)
        let thread = Thread { Self.serve(listener, table) }
        thread.start()
    }

    /// Ends the server.
    ///
    /// Stopping it again does nothing: the system may have given the number of its socket to another.
    public func stop() {
        isStopped.withLock { isStopped in
            if !isStopped { _ = shutdown(listener, Int32(SHUT_RDWR)) }
            isStopped = true
        }
    }

    /// Binds a socket to a free port and returns the port.
    private static func bind(_ listener: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The functions of sockets take the address of any kind of address.
        let isBound = withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            #if canImport(Darwin)
            let bound = Darwin.bind(listener, base, length)
            #elseif canImport(Musl)
            let bound = Musl.bind(listener, base, length)
            #else
            let bound = Glibc.bind(listener, base, length)
            #endif
            return bound == 0 && listen(listener, 16) == 0 && getsockname(listener, base, &length) == 0
        }
        guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func serve(_ listener: Int32, _ table: NotesTable) {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { break }
            if let request = read(connection) { answer(table.answer(request), connection) }
            _ = close(connection)
        }
        _ = close(listener)
    }

    /// Reads the head of a request, and as many bytes as it announces.
    private static func read(_ connection: Int32) -> HTTPRequest? {
        var received = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while received.count < 1 << 20 {
            if let request = HTTPRequest(received) { return request }
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            received.append(contentsOf: buffer[0..<count])
        }
        return nil
    }

    private static func answer(_ response: HTTPResponse, _ connection: Int32) {
        let head =
            "HTTP/1.1 \(response.status) -\r\nContent-Type: application/json\r\nConnection: close\r\n"
            + "Content-Length: \(response.body.count)\r\n\r\n"
        let bytes = [UInt8](Data(head.utf8) + response.body)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                send(connection, $0.baseAddress?.advanced(by: sent), bytes.count - sent, 0)
            }
            guard count > 0 else { return }
            sent += count
        }
    }
}
