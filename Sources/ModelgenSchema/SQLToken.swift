// SQL is cut into tokens in one place, for the runtime and for every stage.
@_exported import ModelSchemas
