// SPDX-License-Identifier: Apache-2.0
// A file that imports PerdureMacros needs no other import for what the expansions name.

@_exported import Perdure
