// SPDX-License-Identifier: Apache-2.0
// `perdure store check --repair`: what is done is printed before it is done. ServerStoreRepairer.swift does it.

#if PostgreSQL
import PerdurePostgreSQL
#endif

enum ServerRepair {
    /// Repairs a store, and prints what is done; in JSON output it goes to standard error.
    ///
    /// - Throws: `UsageError` for a file; what keeps the store from being repaired.
    static func run(_ store: InspectedStore, _ model: InspectedStore.Model, _ arguments: Arguments) throws {
        #if PostgreSQL
        if let server = store.place as? ServerPlace {
            let refusals = try ServerStoreRepairer.repair(server.place.options, schema: model.schema) {
                lines in
                let shown = lines.isEmpty ? ["nothing to repair"] : lines.map { "repair: \($0)" }
                for line in shown {
                    let text = PlainText.safe(line)
                    if arguments.wantsJSON { Console.hint(text + "\n") } else { try Console.print(text) }
                }
            }
            for refusal in refusals { Console.complain("not repaired: \(refusal)") }
            return
        }
        #endif
        throw UsageError(
            "'--repair' is for stores on servers; a file gets its triggers and derived values when a program opens it",
            arguments.command.fullName)
    }
}
