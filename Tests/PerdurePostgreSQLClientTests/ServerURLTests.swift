// SPDX-License-Identifier: Apache-2.0
// URLs of servers: what is read, what is refused, what is shown; which hosts are tried.

#if PostgreSQL
import Foundation
@testable import PerdurePostgreSQLClient
import Testing

@Suite struct ServerURLTests {
    @Test("PG-2 the form of libpq is read into names and values")
    func forms() throws {
        let url = try PostgreSQLURL(
            "postgresql://j%C3%B6rg:p%40ss@db.example:5433/my%20db?sslmode=require&schema=app")
        #expect(
            url.values == [
                "user": "jörg", "password": "p@ss", "host": "db.example", "port": "5433",
                "dbname": "my db",
                "sslmode": "require", "schema": "app",
            ])
        #expect(try PostgreSQLURL("postgres://").values.isEmpty)
        #expect(
            try PostgreSQLURL("postgres:///db?host=%2Ftmp%2Fs").values == [
                "dbname": "db", "host": "/tmp/s",
            ])
        #expect(
            try PostgreSQLURL("postgresql://[::1]:5432/d").values == [
                "host": "::1", "port": "5432", "dbname": "d",
            ])
        #expect(
            try PostgreSQLURL("postgresql://h?ssl=true&user=a&user=b").values == [
                "host": "h", "sslmode": "require", "user": "b",
            ])
        #expect(try PostgreSQLURL("postgresql://u:a@b@h/d")["password"] == "a@b")
    }

    @Test("PG-3 several hosts are one URL for Foundation in the canonical form, which means the same")
    func severalHosts() throws {
        let url = try PostgreSQLURL("postgresql://u:secret@h1:5432,h2:5433/db")
        #expect(url.description == "postgresql:///db?host=h1,h2&port=5432,5433&user=u")
        #expect(url.completeText == "postgresql:///db?host=h1,h2&password=secret&port=5432,5433&user=u")
        #expect(URL(string: url.completeText) != nil)
        #expect(try PostgreSQLURL(url.completeText) == url)
    }

    @Test("PG-4 unknown parameters and impossible values are named, and no value is repeated")
    func refusals() throws {
        let urls = [
            "postgresql://h/d?colour=canary", "postgresql://h/d?tls=canary",
            "postgresql://h/d?pool=canary", "mysql://canary",
            "postgresql://h/d?pool=0", "postgresql://h/d?timeout=-1", "postgresql://h:canary/d",
            "postgresql:canary",
            "postgresql://h/d?canary", "postgresql://u:can%ary@h/d", "postgresql://[h/d?user=canary",
            "postgresql://h/d?sslmode=canary", "postgresql://h/d?client_encoding=canary",
            "postgresql://u:x?canary=1@h/d",
            "postgresql://h/d?tls=require&sslmode=require&user=canary", "postgresql://u:canary#x@h/d",
            "postgresql://h:0/d",
            "postgresql://h/d?user=%00canary", "postgresql://h/d?connect_timeout=canary",
            "postgresql://h/d?port=canary",
        ]
        for text in urls {
            #expect(throws: PostgreSQLError.self, "\(text)") {
                try ClientConfiguration(PostgreSQLURL(text))
            }
            do { _ = try ClientConfiguration(PostgreSQLURL(text)) } catch {
                #expect(!"\(error)".contains("canary"), "\(text)")
                #expect(!String(reflecting: error).contains("canary"), "\(text)")
            }
        }
        do { _ = try PostgreSQLURL("postgresql://h/d?colour=blue") } catch {
            #expect("\(error)".contains("\"colour\""))
        }
    }

    @Test("PG-4 our own parameters become options")
    func ownParameters() throws {
        let configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql://h/d?tls=require&pool=3&timeout=1.5"))
        #expect(
            configuration.tls == .require && configuration.poolSize == 3 && configuration.timeout == 1.5)
        let parameters = try configuration.parameters()
        #expect(parameters["tls"] == nil && parameters["pool"] == nil && parameters["timeout"] == nil)
    }

    @Test("PG-5 only what is in the list is shown")
    func shown() throws {
        let url = try PostgreSQLURL(
            "postgresql://u:canary@h:1/d?sslpassword=canary&options=canary&sslkey=canary&service=canary&target_session_attrs=any&schema=s"
        )
        #expect(
            url.description == "postgresql:///d?host=h&port=1&schema=s&target_session_attrs=any&user=u")
        var dumped = ""
        dump(try ClientConfiguration(url), to: &dumped)
        dump(url, to: &dumped)
        #expect(!dumped.contains("canary"))
        #expect(!"\(try ClientConfiguration(url)) \(String(reflecting: url))".contains("canary"))
    }

    @Test("PG-6 the closure comes before the URL, the URL before the environment")
    func secrets() throws {
        var configuration = try ClientConfiguration(PostgreSQLURL("postgresql://h/d"))
        configuration.environment = [:]
        #expect(try configuration.secrets().isEmpty)
        configuration.environment = ["PGPASSWORD": "a"]
        #expect(try configuration.secrets() == ["password": "a"])
        configuration.url = try PostgreSQLURL("postgresql://u:b@h/d?sslpassword=s")
        #expect(try configuration.secrets() == ["password": "b", "sslpassword": "s"])
        configuration.password = { "c" }
        #expect(try configuration.secrets() == ["password": "c", "sslpassword": "s"])
    }

    @Test("PG-27 each host has an attempt of its own, with its port")
    func attempts() throws {
        let sets = try HostAttempts.split(["host": "a,b", "port": "1,2", "user": "u"])
        #expect(
            sets == [["host": "a", "port": "1", "user": "u"], ["host": "b", "port": "2", "user": "u"]])
        #expect(try HostAttempts.split(["host": "a,b", "port": "1"]).map { $0["port"] } == ["1", "1"])
        #expect(try HostAttempts.split([:]) == [[:]])
        #expect(throws: PostgreSQLError.self) {
            try HostAttempts.split(["host": "a,b", "port": "1,2,3"])
        }
        let standbys = try HostAttempts.split(["host": "a,b", "target_session_attrs": "prefer-standby"])
        #expect(standbys.map { $0["target_session_attrs"] } == ["standby", "standby", "any", "any"])
    }

    @Test(
        "PG-27 keepalives are set unless the URL sets them, and several hosts are asked for one that writes"
    )
    func customary() throws {
        var configuration = try ClientConfiguration(
            PostgreSQLURL("postgresql://localhost,127.0.0.1/d?keepalives_idle=5"))
        var values = try configuration.parameters()
        #expect(
            values["keepalives_idle"] == "5" && values["keepalives_interval"] == "10"
                && values["keepalives_count"] == "3")
        #expect(values["tcp_user_timeout"] == "20000" && values["gssencmode"] == "disable")
        #expect(values["target_session_attrs"] == "read-write" && values["connect_timeout"] == nil)
        configuration.isReadOnly = true
        values = try configuration.parameters()
        #expect(values["target_session_attrs"] == nil)
    }
}
#endif
