extension Library {
    /// The library types that are visible in a file of generated code. If the file also imports a module with a type of
    /// the same name, the plain name would be ambiguous. Swift's own types would be hidden.
    package static let typeNames = Set((typesOfFoundation + typesOfRuntimes).split(separator: " ").map(String.init))

    /// Foundation's types on all platforms (https://developer.apple.com/documentation/foundation). A test compares them
    /// with those on Linux.
    private static let typesOfFoundation = """
        AffineTransform AlignmentOptions AttributeContainer AttributeDynamicLookup AttributeScope \
        AttributeScopeCodableConfiguration AttributeScopes AttributedString AttributedStringAttributeMutation \
        AttributedStringKey AttributedStringProtocol AttributedSubstring BlockOperation Bundle ByteCountFormatStyle \
        ByteCountFormatter CGFloat CGPoint CGRect CGRectEdge CGSize CachedURLResponse Calendar CharacterSet CocoaError \
        CodableAttributedStringKey CodableConfiguration CodableWithConfiguration ComparableComparator Comparator \
        ComparisonResult ContiguousBytes CurrencyFormatStyleConfiguration CustomNSError Data DataProtocol Date \
        DateComponents DateComponentsFormatter DateFormatter DateInterval DateIntervalFormatter Decimal \
        DecodableAttributedStringKey DecodableWithConfiguration DecodingConfigurationProviding \
        DescriptiveNumberFormatConfiguration Dimension DiscontiguousAttributedSubstring DiscreteFormatStyle \
        DispatchQueue EncodableAttributedStringKey EncodableWithConfiguration EncodingConfigurationProviding \
        EnergyFormatter Expression FileAttributeKey FileAttributeType FileHandle FileManager FileManagerDelegate \
        FileProtectionType FileWrapper FloatingPointFormatStyle FloatingPointParseStrategy FormatStyle \
        FormatStyleCapitalizationContext Formatter HTTPCookie HTTPCookiePropertyKey HTTPCookieStorage HTTPURLResponse \
        Host ISO8601DateFormatter IndexPath IndexSet InflectionRule InputStream IntegerFormatStyle \
        IntegerParseStrategy JSONDecoder JSONEncoder JSONSerialization KeyPathComparator LengthFormatter \
        ListFormatStyle ListFormatter Locale LocalizedError LocalizedStringResource MachError \
        MarkdownDecodableAttributedStringKey MassFormatter Measurement MeasurementFormatter MessagePort Morphology \
        MutableDataProtocol NSAffineTransform NSAffineTransformStruct NSArray NSAttributedString \
        NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar NSCharacterSet NSCoder NSCoding \
        NSComparisonPredicate NSCompoundPredicate NSCondition NSConditionLock NSCopying NSCountedSet NSData NSDate \
        NSDateComponents NSDateInterval NSDecimalNumber NSDecimalNumberBehaviors NSDecimalNumberHandler NSDictionary \
        NSEdgeInsets NSEnumerationOptions NSEnumerator NSError NSErrorDomain NSErrorPointer NSExceptionName \
        NSExpression NSFileCoordinator NSFilePresenter NSIndexPath NSIndexSet NSIndexSetIterator NSInteger \
        NSItemProvider NSKeyedArchiver NSKeyedArchiverDelegate NSKeyedUnarchiver NSKeyedUnarchiverDelegate NSLocale \
        NSLock NSLocking NSMeasurement NSMetadataItem NSMetadataQuery NSMutableArray NSMutableAttributedString \
        NSMutableCharacterSet NSMutableCopying NSMutableData NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet \
        NSMutableSet NSMutableString NSMutableURLRequest NSNotification NSNull NSNumber NSObject NSObjectProtocol \
        NSOrderedSet NSOrthography NSPersonNameComponents NSPoint NSPointArray NSPointPointer NSPredicate NSProgress \
        NSRange NSRangePointer NSRect NSRectArray NSRectEdge NSRectPointer NSRecursiveLock NSRegularExpression \
        NSSecureCoding NSSet NSSize NSSizeArray NSSizePointer NSSortDescriptor NSSortOptions NSString \
        NSTextCheckingKey NSTextCheckingResult NSTimeZone NSUInteger NSURL NSURLComponents NSURLQueryItem NSURLRequest \
        NSUUID NSUbiquitousKeyValueStore NSUndoManager NSUserActivity NSValue NSXPCConnection NSZone NetService \
        NetServiceBrowser Notification NotificationCenter NotificationQueue NumberFormatStyleConfiguration \
        NumberFormatter ObjCBool OperatingSystemVersion Operation OperationQueue OutputStream POSIXError ParseStrategy \
        ParseableFormatStyle PersonNameComponents PersonNameComponentsFormatter Pipe Port PortDelegate PortMessage \
        Predicate PredicateBindings PredicateError PredicateExpression PredicateExpressions Process ProcessInfo \
        Progress ProgressKind ProgressManager ProgressReporting ProgressUserInfoKey PropertyListDecoder \
        PropertyListEncoder PropertyListSerialization QualityOfService RecoverableError ReferenceConvertible \
        RelativeDateTimeFormatter RunLoop Scanner ScopedAttributeContainer SocketNativeHandle SocketPort \
        SortComparator SortDescriptor SortOrder StandardPredicateExpression Stream StreamDelegate \
        StreamNetworkServiceTypeValue StreamSOCKSProxyConfiguration StreamSOCKSProxyVersion StreamSocketSecurityLevel \
        StringStyle StringTransform TermOfAddress Thread TimeInterval TimeZone Timer URL URLAuthenticationChallenge \
        URLAuthenticationChallengeSender URLCache URLComponents URLCredential URLCredentialStorage URLError \
        URLFileResourceType URLProtectionSpace URLProtocol URLProtocolClient URLQueryItem URLRequest URLResourceKey \
        URLResourceValues URLResponse URLSession URLSessionConfiguration URLSessionDataDelegate URLSessionDataTask \
        URLSessionDelegate URLSessionDownloadDelegate URLSessionDownloadTask URLSessionStreamDelegate \
        URLSessionStreamTask URLSessionTask URLSessionTaskDelegate URLSessionTaskMetrics \
        URLSessionTaskTransactionMetrics URLSessionUploadTask URLSessionWebSocketDelegate URLSessionWebSocketTask UUID \
        UndoManager Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter UnitConverterLinear \
        UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent UnitElectricPotentialDifference \
        UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency UnitIlluminance UnitInformationStorage \
        UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature UnitVolume UserDefaults ValueTransformer \
        XMLDTD XMLDTDNode XMLDocument XMLElement XMLNode XMLParser XMLParserDelegate tls_ciphersuite_t \
        tls_protocol_version_t unichar uuid_string_t uuid_t \

        """
}
