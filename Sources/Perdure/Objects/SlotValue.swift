// SPDX-License-Identifier: Apache-2.0
// The value of one of an object's slots. Until objects have values of their own kind, it is what rows hold.

import PerdureStore

package typealias SlotValue = StoredValue
