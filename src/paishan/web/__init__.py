"""The server: API, pages and the browser client."""

from paishan.web.app import create_app
from paishan.web.settings import Limits, Settings

__all__ = ["Limits", "Settings", "create_app"]
