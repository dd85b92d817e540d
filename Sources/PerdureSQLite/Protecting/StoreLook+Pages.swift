// SPDX-License-Identifier: Apache-2.0
// The tables and indexes that pages belong to, for the report of damaged pages.

extension StoreLook {
    /// The names of the tables and indexes of some pages, by the pages' numbers.
    ///
    /// SQLite's builds need not have the list of pages, and damage may cut it off: what is not known is missing.
    package func owners(ofPages pages: [Int]) -> [Int: String] {
        guard !pages.isEmpty else { return [:] }
        var owners: [Int: String] = [:]
        let list = pages.map(String.init).joined(separator: ",")
        read { connection in
            let statement = try? connection.prepared(
                "SELECT pageno, name FROM dbstat WHERE pageno IN (\(list))")
            defer { statement?.reset() }
            while let statement, (try? statement.step()) == true {
                owners[Int(statement.integer(0))] = statement.text(1)
            }
        }
        return owners
    }
}
