// SQL is tokenized in one place, for the runtime and for every stage.
@_exported import ModelSchemas
