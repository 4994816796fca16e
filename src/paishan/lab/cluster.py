"""Workers: plain functions on stretches of deals, spread over processes by Dask.

A cluster of our own is started for one command and ends with it; it opens no dashboard and listens on 127.0.0.1 alone.
With the address of a scheduler that is there already, its workers do the same.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import paishan

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Result", "Stretch", "crew", "spread"]

Result: TypeAlias = dict[str, Any]
"""What one stretch gave; plain values that JSON can hold."""

_PATIENCE = 20


class Stretch(NamedTuple):
    """Some deals of a run, by their numbers: `first`, `first` + 1, …, so many of them."""

    first: int
    deals: int


@contextmanager
def crew(workers: int | None = None, scheduler: str | None = None) -> Iterator[Client]:
    """Workers to spread work over: so many processes here (as many as there are cores, if not given), or a scheduler's.

    Raises `ValueError` when Dask is not installed, and when no scheduler answers at the address or it has no workers.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise ValueError("measuring needs Dask; install it with: python -m pip install 'paishan[lab]'") from None
    for part in ("", ".client", ".core", ".nanny", ".scheduler", ".worker"):
        logging.getLogger(f"distributed{part}").setLevel(logging.CRITICAL)
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=_PATIENCE)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise ValueError(f"no scheduler answers at {scheduler}: {' '.join(str(error).split())}") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=_PATIENCE)
            except TimeoutError:
                raise ValueError(f"no worker has come to {scheduler}; start one: dask worker {scheduler}") from None
            yield client
        return
    from paishan.lab.quiet import quiet_cluster

    with quiet_cluster(workers or os.cpu_count() or 1) as cluster, Client(cluster) as client:  # type: ignore[no-untyped-call]
        yield client


def spread(
    client: Client, work: Callable[..., Result], stretches: Iterable[Stretch], *given: object
) -> Iterator[tuple[Stretch, Result]]:
    """Do `work(*given, first, deals)` for every stretch; gives what comes back, in the order in which it does.

    A stretch whose worker is lost is done again by another. Raises `ValueError` when the workers have not this version.
    """
    from distributed import KilledWorker, as_completed

    waiting = iter(stretches)
    sent: dict[Any, Stretch] = {}
    running = as_completed()  # type: ignore[no-untyped-call]

    def send(most: int) -> None:
        while len(sent) < most and (stretch := next(waiting, None)) is not None:
            future = client.submit(_on_worker, paishan.__version__, work, *given, *stretch, pure=False)
            sent[future.key] = stretch
            running.add(future)  # type: ignore[no-untyped-call]

    send(1)
    while sent:
        # Enough that no worker waits, few enough that millions of deals do not pile up at the scheduler.
        send(4 + 2 * sum(client.nthreads().values()))  # type: ignore[no-untyped-call]
        future = next(running)
        stretch = sent.pop(future.key)
        try:
            result = future.result()
        except KilledWorker:
            last = stretch.first + stretch.deals - 1
            raise ValueError(f"deals {stretch.first} to {last} ended the workers that tried them") from None
        except ModuleNotFoundError as error:
            raise ValueError(f"the workers lack a module, {error.name}; install paishan for them as here") from None
        yield stretch, result


def _on_worker(version: str, work: Callable[..., Result], *given: object) -> Result:
    if paishan.__version__ != version:
        raise ValueError(f"the workers have paishan {paishan.__version__}, not {version}; install the same for them")
    return work(*given)
