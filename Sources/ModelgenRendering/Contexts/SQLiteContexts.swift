import ModelgenDatabase
import ModelgenPlanning

extension RecordPlan: TemplateContext {
    package static let templateNames: TemplateNames<RecordPlan> = [
        .text("model", \.model),
        .text("access", \.access),
        .flag("isVisible") { !$0.access.isEmpty },
        .lines("protocols", \.protocols),
        .text("table", \.table),
        .flag("isTable", \.isTable),
        .lines("keyColumns", \.keyColumns),
        .text("rowIDColumn", ifPresent: \.rowIDColumn),
        .list("key", \.key),
        .text("fullTextTable", ifPresent: \.fullTextTable),
        .list("columns", \.columns),
        .list("fields", \.fields),
        .flag("isSharedWithJSON", \.isSharedWithJSON),
        .text("reader", \.reader),
        .text("statement", \.statement),
        .flag("hasRelations") { !$0.relations.isEmpty },
        .list("relations", \.relations),
        .list("compositeKey", \.compositeKey),
        .list("transformedKey", \.transformedKey),
        .list("finders", \.finders),
    ]
}

extension RelationPlan: TemplateContext {
    package static let templateNames: TemplateNames<RelationPlan> = [
        .text("name", \.name),
        .text("kind", \.kind),
        .text("result", \.result),
        .text("property", \.property),
        .text("column", \.column),
        .list("through", \.through),
        .list("columns", \.columns),
        .flag("isIndexed", \.isIndexed),
    ]
}

extension RelatedColumnPlan: TemplateContext {
    package static let templateNames: TemplateNames<RelatedColumnPlan> = [
        .text("related", \.model),
        .text("property", \.property),
        .flag("isOrdered", \.isOrdered),
        .text("collation", ifPresent: \.collation),
    ]
}

extension CompositeKeyPlan: TemplateContext {
    package static let templateNames: TemplateNames<CompositeKeyPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .text("statement", \.statement),
        .list("fields", \.fields),
    ]
}

extension FinderPlan: TemplateContext {
    package static let templateNames: TemplateNames<FinderPlan> = [
        .text("names", \.names),
        .list("fields", \.fields),
        .text("db", \.db),
        .flag("hidesFirst", \.hidesFirst),
        .text("condition", \.condition),
    ]
}

extension DraftRecordPlan: TemplateContext {
    package static let templateNames: TemplateNames<DraftRecordPlan> = [
        .text("type", \.type),
        .text("model", \.model),
        .text("access", \.access),
        .text("statement", \.statement),
        .flag("isBoundByModel", \.isBoundByModel),
        .list("columns", \.columns),
        .list("filled", \.filled),
        .list("assigned", \.assigned),
        .text("row", \.row),
        .text("constructor", \.constructor),
    ]
}

extension QueriesPlan: TemplateContext {
    package static let templateNames: TemplateNames<QueriesPlan> = [
        .text("type", \.type),
        .text("access", \.access),
        .list("functions", \.functions),
        .list("rows", \.rows),
    ]
}

extension QueryFunctionPlan: TemplateContext {
    package static let templateNames: TemplateNames<QueryFunctionPlan> = [
        .lines("documentation", \.documentation),
        .text("name", \.name),
        .flag("hasParameters") { !$0.parameters.isEmpty },
        .list("parameters", \.parameters),
        .text("db", \.db),
        .text("statement", \.statement),
        .text("row", \.row),
        .text("result", \.result),
        .text("call", \.call),
        .flag("givesRows", \.givesRows),
        .flag("isLong") { $0.sql.utf8.contains(UInt8(ascii: "\n")) },
        .text("sql", \.sql),
        .list("reading", \.reading),
    ]
}

extension RowReadingPlan: TemplateContext {
    package static let templateNames: TemplateNames<RowReadingPlan> = [
        .text("type", ifPresent: \.type),
        .flag("isNamed") { $0.type != nil },
        .flag("isRecord", \.isRecord),
        .list("fields", \.fields),
        .text("rowID", ifPresent: \.rowID),
    ]
}
