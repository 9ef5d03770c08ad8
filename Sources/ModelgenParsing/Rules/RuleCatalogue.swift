import ModelgenDiagnostics

/// All rules of parsing, for `modelgen explain`.
package enum RuleCatalogue {
    /// Their entries, sorted by id.
    package static let all: [RuleEntry] = rules.map { $0.entry }.sorted { $0.id < $1.id }

    /// The rules about YAML itself.
    private static var syntaxRules: [any Rule.Type] {
        [
            AliasExpansion.self, ComplexKey.self, ControlCharacter.self, DuplicateKey.self, InvalidUTF8.self,
            MergeOfNoMapping.self,
            NestingTooDeep.self, TabIndentation.self, TagNotSupported.self, UnknownAlias.self, UnquotedOptional.self,
            UnusualSpace.self,
            YAMLSyntax.self,
        ]
    }

    /// The rules that are checked while keys are read, and while what they mean is resolved.
    private static var readingRules: [any Rule.Type] {
        [
            BodyOfOperation.self, ChangeOfNothing.self, ColumnInChange.self, CredentialName.self,
            DefaultMismatch.self,
            DefaultNeedsCode.self,
            DictionaryKeyType.self,
            DropOfExisting.self,
            DuplicateFileName.self, DuplicateName.self, DuplicateRawValue.self, ElementTwice.self, EmptyEnum.self,
            EmptyFile.self,
            EmptyList.self,
            ExactlyOneKey.self, FieldTwice.self, IncompleteEnvelope.self, IndexInChange.self, InternalImport.self,
            InvalidDateFormat.self,
            InvalidHeader.self,
            InvalidIdentifier.self,
            InvalidKeyPath.self, InvalidRawValue.self, InvalidSQLName.self, InvalidTimeout.self, InvalidType.self,
            InvalidURL.self,
            InvalidVersion.self, KindTransformers.self, MissingAPI.self, MissingDatabase.self, MissingImport.self,
            MissingKey.self,
            OperationNeedsKey.self,
            OperationNotListed.self, OperationTwice.self, OptionalTransformer.self, ParameterType.self, PathField.self,
            PathParameter.self,
            ParameterForm.self, CursorParameter.self, PageSize.self, IncompleteFailure.self, ResponseStatus.self,
            QueryName.self,
            QueryParameter.self,
            RelationKeys.self,
            RelationType.self, RenameOfNothing.self, ReservedDatabaseName.self, ReservedMemberName.self,
            ReservedTypeName.self,
            OptionOfList.self, PatchOfValue.self, RootOfNothing.self, SaveOptions.self,
            TransferConflict.self,
            TransformerMismatch.self, UnclosedSwift.self, UnknownAPI.self, UnknownCase.self, UnknownDatabase.self,
            UnknownField.self,
            UnknownImport.self, UnknownKey.self, UnknownModel.self, UnknownOperation.self, UnknownReference.self,
            UnknownTransformer.self, UnknownType.self, UnknownWord.self, UnsafePath.self, UpdateAndPatch.self,
            VersionTooLow.self,
            WrongKind.self,
        ]
    }

    /// The rules about each resolved model.
    static var modelRules: [any ModelRule.Type] {
        [
            AccessConflict.self, ActionWithoutReference.self, AssignedWithoutKey.self, AutoincrementKey.self,
            ClockInSchema.self, HiddenRowID.self, UnstableKey.self,
            ColumnKeyWithoutColumn.self, ColumnTwice.self, DiscriminatorKey.self, ElementBeforeTable.self,
            EmptyModel.self,
            FillWithoutSince.self,
            FullTextField.self, GeneratedColumnValue.self, IndexedFieldWithoutColumn.self, InvalidPolicy.self,
            JSONKeyTwice.self, KeysParameter.self,
            MemberTwice.self, OneOfAlike.self, OneOfDiscriminator.self, PatchOfNothing.self, PrimaryKeyType.self,
            ReadOnlyView.self,
            ReferenceTarget.self, RepositoryNeedsKey.self, RequestedExtra.self,
            SetNullOnRequired.self, StoreNested.self, TableKeyWithoutTable.self,
            UnfillableColumn.self,
            UnreadableField.self,
            WithoutRowIDKey.self,
        ]
    }

    /// The rules about all models together.
    static var runRules: [any RunRule.Type] {
        [ColumnAffinity.self, CyclicValue.self, FeatureTooNew.self, GeneratedTypeTwice.self, TableTwice.self]
    }

    private static var rules: [any Rule.Type] {
        syntaxRules + readingRules + modelRules.map { $0 as any Rule.Type } + runRules.map { $0 as any Rule.Type }
    }
}
