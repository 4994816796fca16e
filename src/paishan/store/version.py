"""Versions of the tables: which one a database has, which one this program works with, and the way there."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, NullPool, create_engine, inspect, text

from paishan.store.place import DatabaseRefused, shown

__all__ = ["VERSION_TABLE", "look_before_touching", "newest", "upgrade"]

VERSION_TABLE = "paishan_version"


def _scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(files("paishan.store") / "migrations").replace("%", "%%"))
    config.attributes["version_table"] = VERSION_TABLE
    return config


def newest() -> str:
    """The version of the tables that this program works with."""
    head = ScriptDirectory.from_config(_scripts()).get_current_head()
    assert head is not None
    return head


def look_before_touching(place: URL) -> str | None:
    """The version of a database's tables; None for one that is empty or is not there yet.

    Raises `DatabaseRefused` for one that belongs to something else or to a later version of this program.
    """
    if place.get_backend_name() == "sqlite" and not Path(str(place.database)).exists():
        return None
    asking = create_engine(place, poolclass=NullPool)
    with asking.connect() as connection:
        tables = inspect(connection).get_table_names()
        if not tables:
            return None
        if VERSION_TABLE not in tables:
            raise DatabaseRefused(f"the database {shown(place)} belongs to another program; choose another one")
        version: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    known = {script.revision for script in ScriptDirectory.from_config(_scripts()).walk_revisions()}
    if version is not None and version not in known:
        raise DatabaseRefused(
            f"the database {shown(place)} was made by a newer Paishan (version {version} of its tables; this program "
            f"knows {newest()}); use that program, or choose another database"
        )
    return version


def upgrade(connection: Connection, version: str = "head") -> None:
    """Bring a database's tables to a version, within the transaction of `connection`."""
    config = _scripts()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
