// SPDX-License-Identifier: Apache-2.0
// A program that the tests of crashes start, kill and watch: FaultWriter COMMAND STORE [ARGUMENT ...].
// Commands are in Commands.swift; what Tests/FaultTests expects of each is written there too.

import Foundation

// A file that may not grow is to give an error.
signal(SIGXFSZ, SIG_IGN)
exit(Command.run(Array(CommandLine.arguments.dropFirst())))
