// SPDX-License-Identifier: Apache-2.0
// The life of the connection on which CommitWatch.swift watches: it begins with the engine, and is made anew when it is lost (PG-129).

#if PostgreSQL
import Foundation
import PerdurePostgreSQLClient

extension CommitWatch {
    private static let longestPause: TimeInterval = 10
    /// Seconds for making a connection.
    private static let patience: TimeInterval = 10

    /// Begins to watch; where the server has no connection left, later tries go on behind the caller's back.
    func start() {
        guard mode != .off else { return }
        let made = Result { try connect() }
        queue.sync {
            adopt(made, isFirst: true)
            startTimer()
        }
    }

    /// Sends what waits to be sent, and closes the connection.
    func stop() {
        queue.sync {
            tell()
            isStopped = true
            timer?.cancel()
            timer = nil
            release()
        }
    }

    private func connect() throws -> WatchSession {
        try WatchSession(maker, channel, listens: mode == .listen, until: Deadline(after: Self.patience))
    }

    private func adopt(_ made: Result<WatchSession, any Error>, isFirst: Bool = false) {
        guard !isStopped else { return (try? made.get())?.close() ?? () }
        do {
            let new = try made.get()
            session = new
            try watchSocket(of: new)
            pause = Self.firstPause
        } catch { return lose() }
        look()
        // Nobody knows what was missed.
        if !isFirst { tellOwner() }
    }

    private func watchSocket(of session: WatchSession) throws {
        // A copy: libpq closes its own before the source has let go of it, and the system gives the number to others.
        let socket = try session.watchedSocket()
        let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
        source.setEventHandler { [weak self] in self?.takeMessages() }
        source.setCancelHandler { close(socket) }
        source.resume()
        self.source = source
    }

    private func startTimer() {
        let interval: DispatchTimeInterval = mode == .poll ? .milliseconds(100) : .seconds(1)
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(10))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
        self.timer = timer
    }

    private func release() {
        source?.cancel()
        source = nil
        session?.close()
        session = nil
    }

    /// Lets a lost connection go, and makes another one after a pause.
    func lose() {
        release()
        guard !isStopped else { return }
        let seconds = pause * Double.random(in: 0.5...1)
        pause = min(pause * 2, Self.longestPause)
        // Connecting blocks, and must not keep the queue from its other work.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let made = Result { try self.connect() }
            queue.async { self.adopt(made) }
        }
    }
}
#endif
