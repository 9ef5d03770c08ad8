import ModelgenParsing
import ModelgenVerification

extension Pipeline {
    /// The versions of the system libraries that read models and verify their databases.
    package static var libraries: [String] { [libyamlVersion, sqliteVersion] }
}
