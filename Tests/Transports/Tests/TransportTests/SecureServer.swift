import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A TLS server on loopback with an untrusted certificate.
enum SecureServer {
    static func run<Result: Sendable>(_ body: @Sendable (_ url: String) async throws -> Result) async throws -> Result {
        let key = try NIOSSLPrivateKey(bytes: Array(privateKey.utf8), format: .pem)
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
        let context = try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: certificates.map { .certificate($0) },
                privateKey: .privateKey(key)
            )
        )
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    try channel.pipeline.syncOperations.addHandler(Answering())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let result = try await body("https://localhost:\(channel.localAddress?.port ?? 0)")
            try await channel.close()
            return result
        } catch {
            try? await channel.close()
            throw error
        }
    }

    /// Responds to anything with one post.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = Misbehaviour.head + "Content-Length: \(Misbehaviour.post.utf8.count)\r\n\r\n" + Misbehaviour.post
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    // For `localhost`, made by `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500
    // -subj /CN=localhost -addext subjectAltName=DNS:localhost` for this test alone.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATugAwIBAgIUNFiTSlBaSicg73HD2CU7m3JVWvIwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTE0MTgwMFoYDzIxMjYxMDI4
        MTQxODAwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAARSbFuP9YUzlj1qNECieTPgreY+WSfLvCHWVMZbhpTIYz1GnwW6VqSW
        zNobD/nVpMeqCDnkJuaKkJ7WTjtY47zVo2kwZzAdBgNVHQ4EFgQUc1NnuUsKC5hl
        Yi+LoT0XQAf5gr4wHwYDVR0jBBgwFoAUc1NnuUsKC5hlYi+LoT0XQAf5gr4wDwYD
        VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
        RwAwRAIgUxSpqf7luEVX/9w2a7qP17Osc7vROH+CDfxrUjHbb5ICIF82SQJGmZel
        l1SPPvAxVq7ZT6EKdr/uk10H8fzaCEOv
        -----END CERTIFICATE-----
        """

    private static let privateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgiuJLzQtJfsAc5IEB
        IqiMbldbC9cH4osLu34Lx8Yhy8qhRANCAARSbFuP9YUzlj1qNECieTPgreY+WSfL
        vCHWVMZbhpTIYz1GnwW6VqSWzNobD/nVpMeqCDnkJuaKkJ7WTjtY47zV
        -----END PRIVATE KEY-----
        """
}
