// SPDX-License-Identifier: Apache-2.0
// A store's own copy of its model: one row of Z_MODELCACHE with the keyed archive of the model as raw DEFLATE data without a
// header. A store may lack the table, the row, or its content.

import CZlib
import Foundation
import PerdureSQL
import PerdureStore

/// Compresses and expands the model cache.
package enum ModelCache {
    /// The largest accepted archive; no model is larger.
    static let largestArchive = 64 << 20

    /// The limit for the expanded size.
    ///
    /// Archives of models shrink to a half or a third, so data that expands more than ten times is no model. A small file
    /// must not fill the memory.
    static func limit(for count: Int) -> Int { min(largestArchive, max(4 << 20, count * 10)) }

    static func read(_ connection: SQLiteConnection) throws -> Data? {
        guard try connection.hasTable("Z_MODELCACHE") else { return nil }
        let content = try connection.first("SELECT Z_CONTENT FROM Z_MODELCACHE LIMIT 1") {
            $0.isNull(0) ? nil : $0.blob(0)
        }
        guard let content = content ?? nil else { return nil }
        guard let archive = inflate(content) else {
            throw StoreError.invalidMetadata(
                path: connection.path, reason: "the model cache is damaged or too large")
        }
        return archive
    }

    /// Replaces the model within the current transaction; without an archive the old model stays.
    static func write(_ archive: SQLiteOptions.ModelArchive?, _ connection: SQLiteConnection) throws {
        guard let archive = try archive?(), let content = deflate(archive) else { return }
        try connection.execute("CREATE TABLE IF NOT EXISTS Z_MODELCACHE (Z_CONTENT BLOB)")
        try connection.execute("DELETE FROM Z_MODELCACHE")
        try connection.run("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", [.blob(content)])
    }

    /// Expands raw DEFLATE data; nil when the data is damaged, ends early, or expands beyond `limit(for:)`.
    package static func inflate(_ data: Data) -> Data? {
        var stream = z_stream()
        guard perdure_inflate_init_raw(&stream) == Z_OK else { return nil }
        defer { inflateEnd(&stream) }
        return run(&stream, on: data, limit: limit(for: data.count)) { CZlib.inflate($0, Z_NO_FLUSH) }
    }

    package static func deflate(_ data: Data) -> Data? {
        var stream = z_stream()
        guard perdure_deflate_init_raw(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        return run(&stream, on: data, limit: .max) { CZlib.deflate($0, Z_FINISH) }
    }

    /// Passes all input at once and collects the output in pieces, until the stream is complete.
    private static func run(
        _ stream: inout z_stream, on data: Data, limit: Int, _ step: (UnsafeMutablePointer<z_stream>) -> Int32
    ) -> Data? {
        guard data.count <= Int(UInt32.max) else { return nil }
        var input = [UInt8](data)
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        var output = Data()
        return input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            while true {
                let (code, produced) = piece.withUnsafeMutableBufferPointer { piece in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    let code = step(&stream)
                    return (code, piece.count - Int(stream.avail_out))
                }
                guard code == Z_OK || code == Z_STREAM_END else { return nil }
                output.append(contentsOf: piece[..<produced])
                guard output.count <= limit else { return nil }
                if code == Z_STREAM_END { return output }
                guard produced > 0 || stream.avail_in > 0 else { return nil }
            }
        }
    }
}
