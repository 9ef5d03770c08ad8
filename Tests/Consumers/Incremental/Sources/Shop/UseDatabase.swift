import ModelMigrations
import ModelSQLite

func open() throws -> ShopDatabase { ShopDatabase(pool: try DatabasePool(.memory)) }

func migrate(_ pool: DatabasePool) throws { try pool.migrate(ShopDatabase.schema) }
