"""A Dask cluster on this machine that nobody notices: it listens on 127.0.0.1 alone, and opens no ports for pages."""

from __future__ import annotations

import logging
import signal

from distributed import Nanny, Scheduler, SpecCluster, Worker

__all__ = ["quiet_cluster"]

_HERE = {"host": "127.0.0.1", "dashboard": False}


class QuietScheduler(Scheduler):
    """A scheduler without pages."""

    def start_http_server(self, *args: object, **kwargs: object) -> None:
        """Open no port."""


class QuietWorker(Worker):
    """A worker without pages, which leaves Ctrl-C to the command that it works for."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def start_http_server(self, *args: object, **kwargs: object) -> None:
        """Open no port."""


def quiet_cluster(workers: int) -> SpecCluster:
    """A cluster of so many processes of one thread each; one that is lost is started again."""
    worker = {
        "cls": Nanny,
        "options": {
            **_HERE,
            "nthreads": 1,
            "memory_limit": 0,
            "worker_class": QuietWorker,
            "silence_logs": logging.CRITICAL,
        },
    }
    cluster = SpecCluster(  # type: ignore[no-untyped-call]
        workers=dict.fromkeys(range(workers), worker),
        scheduler={"cls": QuietScheduler, "options": _HERE},
        silence_logs=logging.CRITICAL,
        # One that is interrupted as it starts cannot be closed; its workers end with this process.
        shutdown_on_close=False,
    )
    cluster.shutdown_on_close = True
    return cluster
