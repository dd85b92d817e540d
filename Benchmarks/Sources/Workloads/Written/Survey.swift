// SPDX-License-Identifier: Apache-2.0
// A class with thirty attributes, as forms and imports have them: what each attribute of an object costs.

import CoreData
import Foundation
import PerdureMacros

@ManagedObject final class Survey: NSManagedObject {
    var flag1: Bool = false
    var flag2: Bool = false
    var flag3: Bool = false
    var flag4: Bool = false
    var day1: Date = Date(timeIntervalSinceReferenceDate: 0)
    var day2: Date = Date(timeIntervalSinceReferenceDate: 0)
    var day3: Date = Date(timeIntervalSinceReferenceDate: 0)
    var count1: Int32 = 0
    var count2: Int32 = 0
    var count3: Int32 = 0
    var count4: Int32 = 0
    var count5: Int32 = 0
    var number1: Int64 = 0
    var number2: Int64 = 0
    var number3: Int64 = 0
    var number4: Int64 = 0
    var number5: Int64 = 0
    var number6: Int64 = 0
    var number7: Int64 = 0
    var score1: Double = 0
    var score2: Double = 0
    var score3: Double = 0
    var score4: Double = 0
    var score5: Double = 0
    var name1: String = ""
    var name2: String = ""
    var name3: String = ""
    var name4: String = ""
    var name5: String = ""
    var name6: String = ""
}

extension Survey: Specimen {
    func fill(_ number: Int64) {
        let flag: Bool = number % 2 == 0
        let day: Date = Date(timeIntervalSinceReferenceDate: Double(number) + 0.25)
        let count: Int32 = Int32(number % 1000)
        let score: Double = Double(number) * 0.5
        let name: String = "Item \(number)"
        (flag1, flag2, flag3, flag4) = (flag, flag, flag, flag)
        (day1, day2, day3) = (day, day, day)
        (count1, count2, count3, count4, count5) = (count, count, count, count, count)
        (number1, number2, number3, number4, number5, number6, number7) = (
            number, number, number, number, number, number, number
        )
        (score1, score2, score3, score4, score5) = (score, score, score, score, score)
        (name1, name2, name3, name4, name5, name6) = (name, name, name, name, name, name)
    }

    func checksum() -> Int64 {
        var sum: Int64 = 0
        sum += flag1 ? 1 : 0
        sum += flag2 ? 1 : 0
        sum += flag3 ? 1 : 0
        sum += flag4 ? 1 : 0
        sum += day1.trace
        sum += day2.trace
        sum += day3.trace
        sum += Int64(count1)
        sum += Int64(count2)
        sum += Int64(count3)
        sum += Int64(count4)
        sum += Int64(count5)
        sum += number1
        sum += number2
        sum += number3
        sum += number4
        sum += number5
        sum += number6
        sum += number7
        sum += Int64(score1)
        sum += Int64(score2)
        sum += Int64(score3)
        sum += Int64(score4)
        sum += Int64(score5)
        sum += name1.trace
        sum += name2.trace
        sum += name3.trace
        sum += name4.trace
        sum += name5.trace
        sum += name6.trace
        return sum
    }

    func change() { number1 += 1 }
}
