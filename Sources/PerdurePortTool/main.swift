// SPDX-License-Identifier: Apache-2.0
// The program behind `perdure port`. It is a program of its own, because it is linked with the toolchain's parser; the command
// checks the words, and hands them on. PortRun.swift does the work.

import Foundation

signal(SIGPIPE, SIG_IGN)
exit(PortRun(Array(CommandLine.arguments.dropFirst())).run())
