// SPDX-License-Identifier: Apache-2.0
// Measures SwiftData's models beside plain classes, observable ones and managed objects, in one run. The last column is the ratio
// to the line before it that has 1.00.

try Reading.print()
try Storing(rows: CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000).print()
try Appending.print()
