// SPDX-License-Identifier: Apache-2.0
// The command `perdure`. Tool.swift runs it; each subcommand has a file in Models/ or Stores/.

import Foundation

exit(Tool.run(CommandWords.own).rawValue)
