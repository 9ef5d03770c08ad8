extension Library {
    /// The types that a file of generated code sees in libraries. In a file that imports a module with a type of the same
    /// name, the plain name would be ambiguous; Swift's own types would be hidden.
    package static let typeNames = Set((typesOfFoundation + typesOfRuntimes).split(separator: " ").map(String.init))

    /// Foundation's types without a prefix, on any platform (https://developer.apple.com/documentation/foundation).
    private static let typesOfFoundation = """
        AttributeContainer AttributedString AttributedSubstring BlockOperation Bundle ByteCountFormatter CGFloat \
        CachedURLResponse Calendar CharacterSet CocoaError ComparisonResult ContiguousBytes Data DataProtocol Date \
        DateComponents DateComponentsFormatter DateFormatter DateInterval DateIntervalFormatter Decimal \
        DecodableWithConfiguration Dimension DispatchQueue EncodableWithConfiguration EnergyFormatter Expression \
        FileHandle FileManager FileWrapper FormatStyle Formatter HTTPCookie HTTPCookieStorage HTTPURLResponse Host \
        ISO8601DateFormatter IndexPath IndexSet InflectionRule InputStream JSONDecoder JSONEncoder JSONSerialization \
        KeyPathComparator LengthFormatter ListFormatter Locale LocalizedError LocalizedStringResource MachError \
        MassFormatter Measurement MeasurementFormatter MessagePort Morphology MutableDataProtocol Notification \
        NotificationCenter NotificationQueue NumberFormatter Operation OperationQueue OutputStream POSIXError \
        ParseStrategy PersonNameComponents PersonNameComponentsFormatter Pipe Port PortMessage Predicate \
        PredicateExpression PredicateExpressions Process ProcessInfo Progress ProgressManager ProgressReporting \
        PropertyListDecoder PropertyListEncoder PropertyListSerialization QualityOfService RecoverableError \
        ReferenceConvertible RelativeDateTimeFormatter RunLoop Scanner SocketPort SortComparator SortDescriptor \
        SortOrder Stream StringTransform TermOfAddress Thread TimeInterval TimeZone Timer URL \
        URLAuthenticationChallenge URLCache URLComponents URLCredential URLCredentialStorage URLError \
        URLProtectionSpace URLProtocol URLQueryItem URLRequest URLResourceKey URLResourceValues URLResponse URLSession \
        UUID UndoManager Unit UnitAcceleration UnitAngle UnitArea UnitConcentrationMass UnitConverter \
        UnitConverterLinear UnitDispersion UnitDuration UnitElectricCharge UnitElectricCurrent \
        UnitElectricPotentialDifference UnitElectricResistance UnitEnergy UnitFrequency UnitFuelEfficiency \
        UnitIlluminance UnitInformationStorage UnitLength UnitMass UnitPower UnitPressure UnitSpeed UnitTemperature \
        UnitVolume UserDefaults ValueTransformer XMLDocument XMLElement XMLNode XMLParser \

        """
}
