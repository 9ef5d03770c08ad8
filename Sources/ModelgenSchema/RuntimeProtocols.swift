// Written by `make protocols`, from the sources of the runtimes and the interface of Swift's own library.

extension RuntimeProtocol {
    static let all: [String: RuntimeProtocol] = [
        "CachedRecord": RuntimeProtocol(
            inherited: "Identifiable KeyedRecord RESTModel",
            types: "CacheLocation",
            statics: "cache"),
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
        "DatabaseAccess": RuntimeProtocol(
            inherited: "Sendable",
            properties: "pool",
            methods: "close read write"),
        "DatabaseMigrating": RuntimeProtocol(
            inherited: "Sendable",
            methods: "didMigrate foundNewer run willMigrate"),
        "DeclaredFailure": RuntimeProtocol(
            extensionProperties: "errorDescription"),
        "Deletable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "delete"),
        "DraftableModel": RuntimeProtocol(
            inherited: "Equatable JSONModel",
            types: "Assigned Draft"),
        "EndpointSending": RuntimeProtocol(
            inherited: "Sendable",
            properties: "client",
            methods: "chunks download events response send upload"),
        "FieldSink": RuntimeProtocol(
            methods: "field fieldIfPresent"),
        "FieldSource": RuntimeProtocol(
            methods: "assigned field fieldIfPresent"),
        "FullTextRecord": RuntimeProtocol(
            inherited: "TableRecord",
            statics: "fullTextTable matching"),
        "Gettable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "get"),
        "Hashable": RuntimeProtocol(
            inherited: "Equatable",
            properties: "hashValue",
            methods: "_rawHashValue hash"),
        "Identifiable": RuntimeProtocol(
            types: "ID",
            properties: "id"),
        "JSONCodable": RuntimeProtocol(
            inherited: "JSONValue",
            statics: "isCodedDirectly",
            methods: "encode"),
        "JSONFieldSink": RuntimeProtocol(
            methods: "field fieldIfPresent"),
        "JSONFieldSource": RuntimeProtocol(
            properties: "isDraft",
            methods:
                "absentField assigned field fieldIfPresent next validElements validElementsIfPresent validField validFieldIfPresent"
        ),
        "JSONModel": RuntimeProtocol(
            inherited: "JSONValue",
            statics: "decode jsonFields jsonRoot",
            methods: "encode write"),
        "JSONPatchable": RuntimeProtocol(
            inherited: "JSONModel",
            types: "PatchFields",
            statics: "patchFields",
            methods: "apply merge"),
        "JSONValue": RuntimeProtocol(
            inherited: "Sendable",
            statics: "decode isCodedDirectly jsonRoot",
            methods: "encode jsonData jsonString write"),
        "Keyed": RuntimeProtocol(
            inherited: "RESTModel",
            properties: "pathKey"),
        "KeyedRecord": RuntimeProtocol(
            inherited: "TableRecord",
            types: "Key",
            statics: "bind delete exists find primaryKeys update upsert",
            properties: "primaryKey",
            methods: "delete reload reloaded save update updateIfPresent upsert"),
        "ListParameters": RuntimeProtocol(
            inherited: "Hashable Sendable",
            properties: "parameters",
            extensionProperties: "text"),
        "Listed": RuntimeProtocol(
            inherited: "RESTModel",
            statics: "coverage list"),
        "Located": RuntimeProtocol(
            inherited: "RESTModel",
            statics: "resource"),
        "MigratedDatabase": RuntimeProtocol(
            inherited: "SQLiteDatabase",
            statics: "earliestVersion"),
        "MigrationRow": RuntimeProtocol(
            inherited: "Hashable TableRecord",
            statics: "find updateEach",
            methods: "delete update"),
        "ModelDraft": RuntimeProtocol(
            inherited: "Equatable JSONModel",
            types: "DraftedModel",
            statics: "jsonFields",
            methods: "write"),
        "MultiCredentialAPI": RuntimeProtocol(
            inherited: "RESTAPI",
            types: "Credential",
            statics: "auth"),
        "OptionalListParameters": RuntimeProtocol(
            inherited: "ListParameters"),
        "Paged": RuntimeProtocol(
            inherited: "Listed",
            statics: "coverage query single"),
        "ParameterValue": RuntimeProtocol(
            inherited: "Sendable",
            properties: "parameterJSON parameterText"),
        "Patchable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "patch"),
        "RESTAPI": RuntimeProtocol(
            inherited: "EndpointSending",
            statics: "defaults",
            methods: "adding all"),
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
            statics: "find",
            properties: "rowID",
            methods: "delete inserted update"),
        "SQLiteDatabase": RuntimeProtocol(
            inherited: "DatabaseAccess",
            types: "SwiftSteps",
            statics: "inMemory open openAndWait schema temporary"),
        "SQLiteJSONValue": RuntimeProtocol(
            inherited: "JSONValue SQLiteValue",
            statics: "read",
            methods: "databaseValue"),
        "SQLiteValue": RuntimeProtocol(
            statics: "acceptsNull read",
            methods: "databaseValue"),
        "Savable": RuntimeProtocol(
            inherited: "RESTModel"),
        "Sendable": RuntimeProtocol(
            inherited: "SendableMetatype"),
        "TableColumns": RuntimeProtocol(
            inherited: "Sendable"),
        "TableDraft": RuntimeProtocol(
            inherited: "Sendable",
            types: "Record",
            statics: "filled",
            methods: "bind insert record"),
        "TableKey": RuntimeProtocol(
            methods: "bind"),
        "TableRecord": RuntimeProtocol(
            inherited: "RelatedRows Sendable",
            types: "Columns RelatedRecord Relations",
            statics: "all columns count delete first insert latest order relations select table update where",
            methods: "insert write"),
        "Updatable": RuntimeProtocol(
            inherited: "Keyed",
            statics: "update"),
    ]
}

extension Library {
    /// The types of the runtimes.
    static let typesOfRuntimes = """
        APIClient APIDefaults APIError APIPath APIRawResponse APIRequest APIResponse AdoptableFiles \
        AdoptableVersion Adoption Answer AnswerFacts AsIs AssignedValue AuthenticatedAPI Authentication \
        AuthenticationScheme Base64 BodyFormat BodyStream ByKind ByteChunks CachePolicy CachedRecord \
        CachedValues ChangesNotKept CodableInput CodableSink CodableSource Column ColumnOf ColumnSamples \
        ColumnValue CommaSeparated Condition ConflictPolicy ConnectionSetup ConstraintViolation Creatable \
        CredentialUse Database DatabaseAccess DatabaseCache DatabaseConfiguration DatabaseMigrating \
        DatabaseMigration DatabaseMigrations DatabasePool DatabaseSchema DatabaseValue DateFormat \
        DeclaredFailure DeclaredJSONForm DeclaredStoredForm DecodingFailure Deletable DraftableModel Each \
        EachValue EarliestVersion EncodingFailure Endpoint EndpointSending Envelope Failure FailureRule \
        FieldChanges FieldPatch FieldSink FieldSource FieldValue FileOwnership FullTextQuery FullTextRecord \
        Gettable HTTPMethod HandshakeFailure Hex ISO8601 Indirect IntBool InvalidUTF8 JSON JSONCodable \
        JSONCodingKey JSONCollection JSONDidDecoding JSONDidEncoding JSONEnum JSONError JSONField \
        JSONFieldSink JSONFieldSource JSONFields JSONHooked JSONKind JSONModel JSONNumber JSONObject \
        JSONObjectKey JSONPatchable JSONPath JSONReading JSONReport JSONRepresentable JSONSink JSONSource \
        JSONText JSONValue JSONVerdict JSONWillDecoding JSONWillEncoding Joined JoinedColumns JoinedRelation \
        KeyOrigin Keyed KeyedRecord Lifetime ListCoverage ListParameters ListStyle Listed Located Lowercased \
        Middleware MigratedDatabase MigrationFailure MigrationMode MigrationProgress MigrationRow ModelCache \
        ModelDraft ModelIsGone ModelPatch ModelRuntimeContract16 ModelRuntimeContract17 \
        ModelRuntimeContract18 MultiCredentialAPI MultipartForm NestedRows NewerDatabase NoColumns NoFile \
        NoRelations OpaqueColumn OpenQuestion Operations OptionalListParameters Order OrderTerm \
        OtherMediaType Page PageEnd PagePosition Paged PagedItems Pagination ParameterPlace ParameterPrivacy \
        ParameterValue Parameters PartialDownload PatchField PatchFieldList Patchable PathKeyIsField \
        PathKeyIsID PathKeyMeaning ProblemDetails Query Question RESTAPI RESTModel RFC3339 Reconnection \
        RecordStatement Redacted RedirectPolicy RelatedRows Relation Repeatability Reply RequestContent \
        RequestHeaders RequestSummary Resource ResourceRepository ResponseBody ResponseShape Retry Row \
        RowIDRecord RowReader SQL SQLExpression SQLMigrations SQLiteDatabase SQLiteError SQLiteJSONValue \
        SQLiteRepresentable SQLiteValue Savable Select SensitiveMigrationRow ServerFailure ServerSentEvent \
        ServerSentEvents SharedHeaders StatementTrace StatusCase StepViolation StorageCache StorageClass \
        StoredForm StringDecimal StringNumber Table TableColumn TableColumns TableDefinition TableDraft \
        TableKey TableRebuild TableRecord Transfer TransferProgress Transformer Transport \
        TransportCapabilities TransportError TransportOptions TransportResponse Trimmed URLSessionTransport \
        Unassigned UnexpectedStatus UnixMilliseconds UnixSeconds UnorderedColumn Updatable UploadSource \
        Validators WholeList WriteNotKept WriteReply
        """
}
