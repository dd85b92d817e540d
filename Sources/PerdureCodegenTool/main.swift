// SPDX-License-Identifier: Apache-2.0
// What the build plugin runs.

import PerdureCodegen
