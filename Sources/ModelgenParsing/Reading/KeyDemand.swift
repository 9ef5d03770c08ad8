/// What the keys of one mapping require of each other, as far as the mapping alone shows it.
///
/// The rules report violations at their place and with a remedy; editors get the same from the JSON Schema that is
/// generated from it.
///
/// ```swift
/// .if(.has(FieldKey.fill), .has(FieldKey.since))
/// ```
package indirect enum KeyDemand: Sendable {
    /// The key is written.
    case key(String)
    /// The key is written with this value: a Boolean or a word.
    case value(String, String)
    /// The key is written with a string of this form (an ECMA 262 regular expression).
    case text(String, pattern: String)
    /// The key is not written with an empty list or mapping.
    case filled(String)
    /// The value itself is not an empty list or mapping.
    case isFilled
    /// The list of the key has no duplicates.
    case distinct(String)
    /// The value itself is not a list with duplicates.
    case isDistinct
    /// The key is written with a list or a mapping that names this word.
    case names(String, String)
    /// The key is written, and its value satisfies this.
    case inside(String, KeyDemand)
    /// A requirement for each value, if it is a mapping.
    case values(KeyDemand)
    /// A requirement for each element, if it is a list.
    case elements(KeyDemand)
    /// The value itself is a whole number.
    case integer
    case all([KeyDemand])
    case any([KeyDemand])
    case one([KeyDemand])
    case not(KeyDemand)
}

extension KeyDemand {
    static func has(_ key: some SchemaKey) -> KeyDemand { .key(key.rawValue) }

    /// - Parameter value: As it is written in YAML: `true`, `default`.
    static func says(_ key: some SchemaKey, _ value: String) -> KeyDemand { .value(key.rawValue, value) }

    static func inside(_ key: some SchemaKey, _ demand: KeyDemand) -> KeyDemand { .inside(key.rawValue, demand) }

    static func `if`(_ condition: KeyDemand, _ demand: KeyDemand) -> KeyDemand { .any([.not(condition), demand]) }

    static func none(_ demands: [KeyDemand]) -> KeyDemand { .not(.any(demands)) }

    static func anyKey(_ keys: [some SchemaKey]) -> KeyDemand { .any(keys.map { .has($0) }) }

    static func oneKey(_ keys: [some SchemaKey]) -> KeyDemand { .one(keys.map { .has($0) }) }

    static func apart(_ first: some SchemaKey, _ second: some SchemaKey) -> KeyDemand {
        .not(.all([.has(first), .has(second)]))
    }
}

extension FieldKey {
    /// What is required of a present field. What a field was in an earlier version may be described more freely, so
    /// this belongs to the fields of a model, not to every mapping with these keys.
    fileprivate static let present: [KeyDemand] = {
        let isOptional = KeyDemand.text(type.rawValue, pattern: "\\?\\s*$")
        return [
            .not(.all([.says(readOnly, "true"), .says(writeOnly, "true")])),
            .if(.says(column, "false"), hasNoColumn),
            .if(.has(fill), .has(since)),
            .if(.has(generated), .none([.has(`default`), .has(fill), .has(references)])),
            .if(.anyKey([onDelete, onUpdate]), .has(references)),
            .if(.says(onInvalid, "default"), .any([.has(`default`), isOptional])),
            .if(
                .any([
                    .says(json, "false"), .says(writeOnly, "true"), .inside(json, .says(FieldJSONKey.decode, "false")),
                ]),
                .any([.has(`default`), .has(generated), isOptional])),
            .filled(json.rawValue),
        ]
    }()
}

extension FieldKey {
    /// No key concerns a column.
    fileprivate static let hasNoColumn = KeyDemand.none(
        FieldKey.ofColumns.map { .all([.has($0), .not(.says($0, "false"))]) })
}

extension KindKey {
    package static let demands: [KeyDemand] = [
        .all([.has(number), .has(string)]), .none([.has(bool), .has(object), .has(array)]),
    ]
}

extension ModelKey {
    package static let demands: [KeyDemand] = {
        let isStored = KeyDemand.all([.anyKey([table, primaryKey]), .not(.says(table, "false"))])
        let isRead = KeyDemand.any([isStored, .has(view)])
        let ofTables: [ModelKey] = [unique, indexes, checks, strict, withoutRowID, fullText]
        let ofStorage: [ModelKey] = [since, relations, queries, database, migrations]
        return [
            .anyKey([fields, oneOf]),
            .if(isRead, .filled(fields.rawValue)),
            .filled(oneOf.rawValue),
            .if(.inside(json, .has(JSONKey.discriminator)), .has(oneOf)),
            .if(.inside(json, .has(JSONKey.unknown)), .inside(json, .has(JSONKey.discriminator))),
            .if(
                .has(oneOf),
                .all([
                    .none([.has(fields), .has(primaryKey), .has(view), .has(hooks)]),
                    .if(.has(table), .says(table, "false")),
                ])),
            .if(.anyKey(ofTables), .all([isStored, .not(.has(view))])),
            .if(.anyKey(ofStorage), isRead),
            .if(.all([.has(view), .has(fields)]), .inside(fields, .values(.not(.anyKey(FieldKey.ofRows))))),
            .if(
                .all([.has(fields), .not(isRead)]),
                .inside(
                    fields,
                    .values(
                        .all([FieldKey.hasNoColumn, .if(.has(FieldKey.column), .says(FieldKey.column, "false"))])))),
            .if(.says(withoutRowID, "true"), .has(primaryKey)),
            .filled(primaryKey.rawValue), .distinct(primaryKey.rawValue), .distinct(fullText.rawValue),
            .if(.has(unique), .inside(unique, .elements(.all([.isFilled, .isDistinct])))),
            .if(.has(indexes), .inside(indexes, .elements(.all([.isFilled, .isDistinct])))),
            .if(.has(fields), .inside(fields, .values(.all(FieldKey.present)))),
        ]
    }()
}

extension StepKey {
    package static let demands: [KeyDemand] = [.oneKey(allCases)]
}

extension ChangeKey {
    package static let demands: [KeyDemand] = [.not(.inside(from, .anyKey([FieldKey.unique, .index])))]
}

extension IndexKey {
    package static let demands: [KeyDemand] = [.filled(fields.rawValue), .distinct(fields.rawValue)]
}

extension DatabaseStepKey {
    package static let demands: [KeyDemand] = [.oneKey(allCases)]
}

extension RelationKey {
    package static let demands: [KeyDemand] = [
        .oneKey([hasMany, hasOne, belongsTo, manyToMany]), .if(.has(manyToMany), .has(through)),
        .if(.anyKey([through, other]), .has(manyToMany)),
    ]
}

extension FileKey {
    package static let demands: [KeyDemand] = [.if(.has(enums), .inside(enums, .values(.isFilled)))]
}

extension EnumKey {
    package static let demands: [KeyDemand] = [
        .filled(cases.rawValue),
        .if(
            .any([.says(raw, "Int"), .says(raw, "Int64")]),
            .inside(cases, .values(.any([.integer, .inside(CaseKey.value, .integer)])))),
    ]
}

extension APIKey {
    package static let demands: [KeyDemand] = [
        .if(.has(auth), .inside(auth, .elements(.has(AuthenticationKey.name))))
    ]
}

extension EnvelopeKey {
    package static let demands: [KeyDemand] = [.anyKey([object, list, body])]
}

extension FailureKey {
    package static let demands: [KeyDemand] = [
        .anyKey([code, message]), .if(.has(success), .has(code)),
    ]
}

extension PaginationKey {
    package static let demands: [KeyDemand] = [.oneKey(allCases)]
}

extension PageKey {
    package static let demands: [KeyDemand] = [.if(.says(end, "short"), .has(size))]
}

extension CursorKey {
    package static let demands: [KeyDemand] = [
        .one([.has(parameter), .says(url, "true")]), .oneKey([next, last]), .if(.has(more), .has(last)),
        .not(.all([.says(url, "true"), .has(last)])),
    ]
}

extension AuthenticationKey {
    package static let demands: [KeyDemand] = [.oneKey(places)]
}

extension RestKey {
    package static let demands: [KeyDemand] = {
        let options: [RestKey] = [list, get, create, update, patch, delete, save]
        return [.distinct(operations.rawValue)]
            + options.map { .if(.all([.has($0), .has(operations)]), .names(operations.rawValue, $0.rawValue)) }
            + [.if(.anyKey([patch, save]), .has(operations))]
            + options.dropFirst().flatMap { option -> [KeyDemand] in
                RequestKey.ofLists.map { .not(.inside(option, .has($0))) }
            }
    }()
}

extension BodyKey {
    package static let demands: [KeyDemand] = [.oneKey(allCases)]
}

extension RequestKey {
    package static let demands: [KeyDemand] = [.apart(returns, responses), .apart(expect, responses)]
}

extension NestedKey {
    package static let demands: [KeyDemand] = [
        .anyKey([returns, responses]), .apart(returns, responses), .apart(expect, responses),
        .if(.has(bodyRoot), .has(body)), .if(.has(root), .not(.says(returns, "none"))),
    ]
}

extension ActionKey {
    package static let demands: [KeyDemand] = [
        .apart(returns, responses), .apart(expect, responses), .apart(upload, body), .apart(upload, form),
        .apart(body, form), .apart(download, form), .if(.has(bodyRoot), .has(body)),
        .if(.has(root), .anyKey([returns, responses])),
        .if(.says(download, "true"), .none([.has(returns), .has(upload), .has(root)])),
        .if(.anyKey([upload, body, form]), .none([.says(method, "GET"), .says(method, "HEAD")])),
    ]
}
