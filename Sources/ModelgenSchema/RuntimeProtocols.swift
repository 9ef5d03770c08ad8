// Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

extension RuntimeProtocol {
    static let all: [String: RuntimeProtocol] = [
        "AuthenticatedAPI": RuntimeProtocol(
            inherited: "RESTAPI",
            types: "Credential"),
        "CaseIterable": RuntimeProtocol(
            types: "AllCases",
            statics: "allCases"),
        "Creatable": RuntimeProtocol(
            inherited: "RESTModel",
            statics: "create"),
        "CustomReflectable": RuntimeProtocol(
            properties: "customMirror"),
        "CustomStringConvertible": RuntimeProtocol(
            properties: "description"),
        "DatabaseMigrating": RuntimeProtocol(
            inherited: "Sendable"),
        "Deletable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "delete"),
        "Error": RuntimeProtocol(
            inherited: "Sendable",
            properties: "_code _domain _userInfo"),
        "FullTextRecord": RuntimeProtocol(
            inherited: "TableRecord",
            statics: "fullTextTable matching"),
        "Gettable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "get"),
        "Hashable": RuntimeProtocol(
            inherited: "Equatable",
            properties: "hashValue"),
        "Identifiable": RuntimeProtocol(
            types: "ID",
            properties: "id"),
        "JSONCodable": RuntimeProtocol(
            inherited: "JSONValue"),
        "JSONModel": RuntimeProtocol(
            inherited: "JSONValue",
            statics: "jsonFields jsonRoot"),
        "JSONPatchable": RuntimeProtocol(
            inherited: "JSONModel",
            types: "PatchFields",
            statics: "allPatchFields patchFields"),
        "JSONValue": RuntimeProtocol(
            inherited: "Sendable",
            statics: "jsonRoot"),
        "Keyed": RuntimeProtocol(
            inherited: "RESTModel",
            properties: "pathKey"),
        "KeyedRecord": RuntimeProtocol(
            inherited: "TableRecord",
            types: "Key",
            statics: "delete exists find latest update upsert",
            properties: "primaryKey"),
        "ListParameters": RuntimeProtocol(
            inherited: "Hashable Sendable",
            properties: "parameters"),
        "Listed": RuntimeProtocol(
            inherited: "RESTModel",
            statics: "coverage list"),
        "Located": RuntimeProtocol(
            inherited: "RESTModel",
            statics: "create delete get list patch resource update"),
        "MigrationRow": RuntimeProtocol(
            inherited: "Hashable TableRecord",
            statics: "columns find updateEach"),
        "ModelDraft": RuntimeProtocol(
            inherited: "Equatable JSONModel",
            types: "DraftedModel",
            statics: "jsonFields model"),
        "OptionalListParameters": RuntimeProtocol(
            inherited: "ListParameters"),
        "Paged": RuntimeProtocol(
            inherited: "Listed",
            statics: "coverage query single"),
        "ParameterValue": RuntimeProtocol(
            inherited: "Sendable",
            properties: "parameterJSON parameterText"),
        "Patchable": RuntimeProtocol(
            inherited: "JSONPatchable Keyed",
            statics: "patch"),
        "RESTAPI": RuntimeProtocol(
            inherited: "Sendable",
            statics: "defaults",
            properties: "client"),
        "RESTModel": RuntimeProtocol(
            inherited: "JSONModel",
            types: "Draft ListQuery Patch PathKey PathKeyKind"),
        "RawRepresentable": RuntimeProtocol(
            types: "RawValue",
            properties: "rawValue"),
        "RelatedRows": RuntimeProtocol(
            types: "RelatedRecord"),
        "RowIDRecord": RuntimeProtocol(
            inherited: "TableRecord",
            statics: "find latest",
            properties: "rowID"),
        "SQLiteDatabase": RuntimeProtocol(
            inherited: "Sendable",
            statics: "earliestVersion inMemory open openAndWait schema temporary",
            properties: "pool"),
        "SQLiteJSONValue": RuntimeProtocol(
            inherited: "JSONValue SQLiteValue",
            statics: "read storage"),
        "SQLiteValue": RuntimeProtocol(
            inherited: "TableKey",
            statics: "acceptsNull columnCount read readIfPresent storage"),
        "Savable": RuntimeProtocol(
            inherited: "RESTModel"),
        "Sendable": RuntimeProtocol(
            inherited: "SendableMetatype"),
        "TableDraft": RuntimeProtocol(
            inherited: "Sendable",
            types: "Record",
            statics: "table"),
        "TableKey": RuntimeProtocol(
            statics: "columnCount"),
        "TableRecord": RuntimeProtocol(
            inherited: "RelatedRows Sendable",
            types: "Columns RelatedRecord Relations",
            statics: "all columns count delete first insert order relations select table update where"),
        "Updatable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "update"),
    ]
}
