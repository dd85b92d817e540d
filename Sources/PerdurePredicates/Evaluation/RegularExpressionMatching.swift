// SPDX-License-Identifier: Apache-2.0
// MATCHES: ICU regular expressions within a time limit. ICU's engine backtracks, so `^(a+)+$` can take
// minutes; the engine reports its progress, and a match that lasts too long ends in an error that names the
// pattern. An engine that runs out of its own memory says "no match", which is never passed on as an answer.

import Foundation
import PerdureBase

enum RegularExpressionMatching {
    /// How long the pattern may work on one text, in seconds of processor time.
    static let timeLimit = 0.2

    static func matches(_ text: String, _ pattern: String, options: ComparisonOptions) throws -> Bool {
        let expression = try cached(pattern, options: options)
        let text = withoutDiacritics(text, options)
        let range = NSRange(location: 0, length: text.utf16.count)
        let start = threadSeconds()
        let limit = start + timeLimit
        var isMatch = false
        var isTooSlow = false
        let reports: NSRegularExpression.MatchingOptions = [.anchored, .reportProgress, .reportCompletion]
        expression.enumerateMatches(in: text, options: reports, range: range) { result, flags, stop in
            if let result {
                isMatch = result.range == range
                stop.pointee = true
            } else if flags.contains(.internalError) || threadSeconds() > limit {
                isTooSlow = true
                stop.pointee = true
            }
        }
        guard isMatch || !isTooSlow else { throw tooSlow(pattern) }
        try MatchingBudget.current?.spend(threadSeconds() - start, on: pattern)
        return isMatch
    }

    /// The thread's own processor time, so that other work of a busy machine does not count.
    private static func threadSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func cached(_ pattern: String, options: ComparisonOptions) throws -> NSRegularExpression {
        let key = PatternKey(pattern: pattern, options: options)
        if let known = cache.withLock({ $0[key]?.expression }) { return known }
        let expression = try compiled(pattern, options: options)
        let box = CompiledExpression(expression: expression)
        cache.withLock { cache in
            if cache.count >= PatternKey.cacheLimit { cache.removeAll() }
            cache[key] = box
        }
        return expression
    }

    private static func compiled(_ pattern: String, options: ComparisonOptions) throws -> NSRegularExpression
    {
        let source = withoutDiacritics(pattern, options)
        do {
            // Foundation refuses an empty pattern; inside of the group it matches the empty text.
            if !source.isEmpty { _ = try NSRegularExpression(pattern: source) }
            let flags: NSRegularExpression.Options =
                options.contains(.caseInsensitive) ? [.caseInsensitive] : []
            // The group makes alternatives anchor as a whole; the end anchor makes partial matches go on looking.
            if let expression = try? NSRegularExpression(pattern: "(?:\(source))\\z", options: flags) {
                return expression
            }
            // A comment at the end of the pattern goes on to the end of its line.
            return try NSRegularExpression(pattern: "(?:\(source)\n)\\z", options: flags)
        } catch {
            throw CoreDataException.invalidArgument(
                "Can't do regex matching, reason: Can't open pattern (string \"\(pattern)\" is no regular expression)"
            )
        }
    }

    /// The string as the options compare it, but in its own case: in a pattern, `\S` and `\s` are opposites.
    private static func withoutDiacritics(_ string: String, _ options: ComparisonOptions) -> String {
        guard options.contains(.diacriticInsensitive) else { return string }
        return StringMatching.folded(string, options.subtracting(.caseInsensitive))
    }

    private static func tooSlow(_ pattern: String) -> CoreDataException {
        .invalidArgument(
            "Can't do regex matching, reason: the pattern \"\(pattern)\" needs more than \(timeLimit) seconds, "
                + "or more memory than the engine has, on one text; repetitions inside of repetitions are the usual cause"
        )
    }

    // NSRegularExpression is immutable and documented as safe to share between threads.
    private struct CompiledExpression: @unchecked Sendable {
        let expression: NSRegularExpression
    }

    private static let cache = Lock<[PatternKey: CompiledExpression]>([:])
}
