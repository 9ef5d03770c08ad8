/// The contract between generated code and this runtime, number 1.
///
/// Every generated file with a table refers to it once (`private typealias SQLiteContract = ModelSQLiteContract1`), so
/// that code of another contract does not compile, and the error names the symbol.
public enum ModelSQLiteContract1 {}

/// The contract of a later version of the generator.
@available(*, unavailable, message: "this code was generated for a newer ModelSQLite; update the modelgen package")
public enum ModelSQLiteContract2 {}
