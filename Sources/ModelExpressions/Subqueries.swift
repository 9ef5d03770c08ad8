import ModelSQLite

extension Select {
    /// Whether there is any result, as a condition of another query.
    public func exists<Outer>() -> Condition<Outer> {
        Condition<Outer>("EXISTS (\(existing.subquery(over: aliases)))", .atom)
    }

    /// The single value of a subquery, as an expression of another query: the value of its first row, or NULL if it has
    /// no rows (https://www.sqlite.org/lang_expr.html#subq).
    ///
    /// ```swift
    /// Post.where { $0.score.optional == Post.select { $0.score.max }.value() }
    /// ```
    public func value<Outer>() -> SQLExpression<Outer, Output> where Output: SQLiteValue {
        let level: SQLLevel = conversion == nil ? .own : .atom
        return SQLExpression("(\(sql.subquery(over: aliases)))", level, conversion ?? DirectConversion())
    }
}

extension SQLExpression {
    /// Whether the value is one of those that a subquery returns. On an optional column, nil is a value like any other,
    /// and the result is never NULL.
    ///
    /// ```swift
    /// Post.where { $0.userId.in(User.select { $0.id }.where { $0.age > 30 }) }
    /// ```
    public func `in`<Other, Columns>(_ subquery: Select<Other, Columns, Value>) -> Condition<Root> {
        let (value, values) = (wrapped(.bits), subquery.sql.subquery(over: subquery.aliases))
        guard conversion.acceptsNull else {
            return Condition<Root>("\(value) IN \(accepting("(\(values))", subquery.conversion))")
        }
        // In SQL, NULL is never one of several values, and a single NULL makes the result unknown for all values that
        // are not found.
        let named = accepting("WITH modelgen_values (value) AS (\(values))", subquery.conversion)
        let found: SQL = "\(value) IN (\(named) SELECT value FROM modelgen_values WHERE value IS NOT NULL)"
        let absent: SQL = "EXISTS (\(named) SELECT 1 FROM modelgen_values WHERE value IS NULL)"
        return Condition<Root>("\(value) IS NOT NULL AND \(found) OR \(value) IS NULL AND \(absent)", .or)
    }

    /// This expression for use in a subquery, where it refers to the enclosing query.
    ///
    /// ```swift
    /// Post.where { post in Comment.where { $0.postId == post.id.outer() }.exists() }
    /// Post.where { post in !Post.where { $0.userId == post.userId.outer() && $0.id > post.id.outer() }.exists() }
    /// ```
    /// If both queries use the same table, a column without `outer()` belongs to the inner one.
    ///
    /// - Parameter levels: How many levels of enclosing queries to go out.
    public func outer<Inner>(_ levels: Int = 1) -> SQLExpression<Inner, Value> {
        let parts = sql.parts.map { part -> SQL.Part in
            guard case .of(let table, let piece, let out) = part else { return part }
            return .of(table, piece, out: out + levels)
        }
        return SQLExpression<Inner, Value>(SQL(parts: parts), level, conversion)
    }
}

extension SQL {
    /// The query as part of another one. If it uses the same table as an enclosing query, the inner table gets an
    /// alias.
    func subquery(over aliases: [String]) -> SQL {
        var taken = Set(aliases)
        var outer: Set<String> = []
        for case .of(let name, _, let out) in parts {
            taken.insert(name)
            if out != 0 { outer.insert(name) }
        }
        var renamed: [String: String] = [:]
        for alias in aliases where outer.contains(alias) {
            renamed[alias] = alias.different(from: taken)
            taken.insert(renamed[alias] ?? alias)
        }
        let inner = parts.map { part -> Part in
            guard case .of(let name, let piece, let out) = part else { return part }
            // As seen from the enclosing query, it is one level less.
            return out == 0 ? .of(renamed[name] ?? name, piece) : .of(name, piece, out: out - 1)
        }
        return SQL(parts: inner)
    }
}
