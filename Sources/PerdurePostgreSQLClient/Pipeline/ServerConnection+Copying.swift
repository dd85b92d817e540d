// SPDX-License-Identifier: Apache-2.0
// Sends rows by COPY (PG-74): one statement whose rows follow as bytes, outside of pipelines. CopyBytes.swift has the bytes.

#if PostgreSQL
@preconcurrency import CPostgreSQL
import Foundation
import PerdureStore

extension ServerConnection {
    /// Sends rows into a table.
    ///
    /// - Parameters:
    ///   - text: A statement `COPY … FROM STDIN (FORMAT binary)`.
    ///   - rows: The rows.
    ///   - deadline: When the call ends at the latest.
    /// - Returns: How many rows the server has taken.
    /// - Throws: `PostgreSQLError`; for a refusal `.server`, and the transaction has failed.
    package func copy(_ text: String, _ rows: CopyBytes, until deadline: Deadline) throws -> Int {
        let request = ServerRequest(text, isPrepared: false)
        let watch = StatementWatch(self, [request])
        var wait = Wait("copying rows", until: deadline, nil)
        do {
            let result = try copy(request, rows, &wait)
            watch?.end([request], [result], [Deadline.now], state: nil)
            return result.affectedRows ?? 0
        } catch {
            watch?.end([request], [], [], state: (error as? PostgreSQLError)?.state ?? "no answer")
            // A server that refused rows has said so and is in order; anything else is the end of the connection.
            if case PostgreSQLError.server(let report, _, _) = error, !report.endsConnection { throw error }
            close()
            throw error
        }
    }

    private func copy(_ request: ServerRequest, _ rows: CopyBytes, _ wait: inout Wait) throws -> ServerResult
    {
        let pointer = try pointer()
        guard PQsendQueryParams(pointer, request.text, 0, nil, nil, nil, nil, 1) == 1 else { throw lost() }
        let first = try result(&wait, pointer)
        guard first.status == PGRES_COPY_IN else {
            try requireNothing(&wait, pointer)
            throw refusal(first)
        }
        try send(rows, &wait, pointer)
        let last = try result(&wait, pointer)
        try requireNothing(&wait, pointer)
        guard last.status == PGRES_COMMAND_OK else { throw refusal(last) }
        return ServerResult(last.pointer)
    }

    /// Hands bytes to libpq, which keeps what the server does not take yet; `waitForResult` sends the rest.
    private func send(_ rows: CopyBytes, _ wait: inout Wait, _ pointer: OpaquePointer) throws {
        try rows.withParts { part in
            guard let base = part.baseAddress else { return }
            let bytes = base.assumingMemoryBound(to: CChar.self)
            guard PQputCopyData(pointer, bytes, Int32(part.count)) == 1 else { throw lost() }
        }
        guard PQputCopyEnd(pointer, nil) == 1 else { throw lost() }
    }

    /// The next answer.
    private func result(_ wait: inout Wait, _ pointer: OpaquePointer) throws -> (
        pointer: OpaquePointer, status: ExecStatusType
    ) {
        try waitForResult(&wait)
        guard let result = PQgetResult(pointer) else { throw lost("an answer is missing") }
        return (result, PQresultStatus(result))
    }

    /// Takes the end of the answers.
    private func requireNothing(_ wait: inout Wait, _ pointer: OpaquePointer) throws {
        try waitForResult(&wait)
        guard let another = PQgetResult(pointer) else { return }
        PQclear(another)
        throw lost("an answer has come that nobody asked for")
    }

    /// The error of an answer, which is freed.
    private func refusal(_ answer: (pointer: OpaquePointer, status: ExecStatusType)) -> PostgreSQLError {
        defer { PQclear(answer.pointer) }
        guard answer.status == PGRES_FATAL_ERROR, let report = ServerReport(answer.pointer, mask: mask) else {
            return lost("an answer to COPY is none that is known")
        }
        return .server(report, place: place, index: 0)
    }
}
#endif
