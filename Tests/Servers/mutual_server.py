"""TLS that requires a client certificate: PORT CERTIFICATE AUTHORITY."""
import http.server
import socket
import ssl
import sys

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[2])
context.load_verify_locations(sys.argv[3])
context.verify_mode = ssl.CERT_REQUIRED


class Server(http.server.ThreadingHTTPServer):
    def finish_request(self, request, client_address):
        # In the thread of the connection: a handshake may fail, or never happen.
        with context.wrap_socket(request, server_side=True, do_handshake_on_connect=False) as secure:
            try:
                secure.do_handshake()
            except ssl.SSLError:
                # If the request stayed unread, the connection would be reset, and the client could lose the alert.
                with socket.socket(fileno=secure.detach()) as plain:
                    plain.shutdown(socket.SHUT_WR)
                    while plain.recv(4096):
                        pass
                raise
            super().finish_request(secure, client_address)

    def handle_error(self, request, client_address):
        print(sys.exc_info()[1], file=sys.stderr)


Server(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler).serve_forever()
