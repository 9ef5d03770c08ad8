import ModelREST
import ModelgenPlanning
import Testing

@Suite("Names of secrets")
struct SecretNameTests {
    @Test(
        "names that a client hides in a query are hidden by generated code in a path",
        arguments: [
            "token", "resetToken", "clientSecret", "password", "passwd", "apiKey", "api_key", "signature", "sig",
            "authorization", "credentials", "cookie", "sessionID", "signal", "tokyo", "passenger", "word", "author",
        ])
    func agree(name: String) {
        #expect(name.meansSecret == SensitiveNames.contain(name))
    }
}
