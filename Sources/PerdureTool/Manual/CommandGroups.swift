// SPDX-License-Identifier: Apache-2.0
// The commands as somebody types them: first words, second words, options.

/// The commands by their first words, in the order of the help.
struct CommandGroups {
    let groups: [(name: String, members: [Command])]

    init(_ commands: [Command]) {
        var groups: [(name: String, members: [Command])] = []
        for command in commands {
            if let index = groups.firstIndex(where: { $0.name == command.group }) {
                groups[index].members.append(command)
            } else {
                groups.append((command.group, [command]))
            }
        }
        self.groups = groups
    }

    /// What may stand first on the command line.
    var firstWords: [String] { groups.map(\.name) + ["help", "--help", "--version"] }
}

extension Command {
    /// The options as they are typed.
    var optionWords: [String] { options.map { "--\($0.name)" } + ["--help"] }
}
