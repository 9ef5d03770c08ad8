"""httpbin, unchanged."""
import sys

from httpbin import app
from waitress import serve

serve(app, host="127.0.0.1", port=int(sys.argv[1]), threads=8, _quiet=True)
