/// The settings of a whole API, from the generated code.
public struct APIDefaults: Sendable {
    /// The default base URL, which a client can override.
    public var baseURL: String
    /// The path between the base URL and the paths of operations.
    public var basePath: String
    /// Headers of all requests.
    public var headers: RequestHeaders
    /// Adds the parameters that all requests have.
    package var filler: (any RequestFilling)?
    /// The format of bodies.
    public var format: BodyFormat
    /// The key paths of the value in a response.
    public var envelope: Envelope
    /// Reads from a body that an operation failed, and why.
    package var failure: (any FailureReading)?
    /// How further pages of a list are requested, for ModelPagination.
    package var pagination: (any Sendable)?
    /// The name of the credential that is sent by default, for an API with several. An operation can name others.
    public var credential: String?
    /// The middleware that retries requests. An operation can have its own.
    package var retry: (any Middleware)?
    /// Whether a redirect may turn a POST into a GET.
    public var redirects: RedirectPolicy
    /// The timeout for one attempt.
    public var timeout: Duration
    /// The maximum size of a response in memory, in bytes.
    public var responseLimit: Int

    /// Creates the settings shared by all operations.
    public init(
        baseURL: String,
        basePath: String = "",
        headers: RequestHeaders = [:],
        format: BodyFormat = .json,
        envelope: Envelope = Envelope(),
        credential: String? = nil,
        redirects: RedirectPolicy = .keepingMethod,
        timeout: Duration = .seconds(60),
        responseLimit: Int = 64 << 20
    ) {
        self.baseURL = baseURL
        self.basePath = basePath
        self.headers = headers
        self.format = format
        self.envelope = envelope
        self.credential = credential
        self.redirects = redirects
        self.timeout = timeout
        self.responseLimit = responseLimit
    }
}

/// Adds the parameters that all requests have. Implemented in ModelDefaultParameters.
package protocol RequestFilling: Sendable {
    /// The parameters.
    var parameters: Parameters { get }
    /// Adds the parameters that a request lacks, to its query or its body.
    func fill(_ request: inout APIRequest)
}
