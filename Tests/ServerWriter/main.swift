// SPDX-License-Identifier: Apache-2.0
// A program that saves into a store on a server until its time is over, while somebody kills servers. Scripts/check-failover runs it:
//     ServerWriter load URL SCHEMA SECONDS WRITERS LOG
//     ServerWriter verify URL SCHEMA LOG

import Foundation

#if PostgreSQL
let words = Array(CommandLine.arguments.dropFirst())
do {
    switch (words.first, words.count) {
    case ("load", 6):
        try ServerLoad(url: words[1], schema: words[2], log: words[5]).run(
            seconds: Double(words[3]) ?? 10, writers: Int(words[4]) ?? 1)
    case ("verify", 4):
        exit(try ServerAudit(url: words[1], schema: words[2], log: words[3]).run() ? 0 : 1)
    default:
        print("usage: ServerWriter load URL SCHEMA SECONDS WRITERS LOG | verify URL SCHEMA LOG")
        exit(2)
    }
} catch {
    print("error: \(error)")
    exit(1)
}
#else
print("ServerWriter was built without the package trait PostgreSQL")
exit(2)
#endif
