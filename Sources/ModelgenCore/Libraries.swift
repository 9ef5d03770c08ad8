import ModelgenParsing
import ModelgenVerification

extension Pipeline {
    /// The versions of the machine's libraries that read models and prove their databases.
    package static var libraries: [String] { [libyamlVersion, sqliteVersion] }
}
