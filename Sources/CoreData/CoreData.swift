// SPDX-License-Identifier: Apache-2.0
// Lets source files written for Apple's systems keep `import CoreData`. All of it lives in Perdure.

@_exported import Perdure
