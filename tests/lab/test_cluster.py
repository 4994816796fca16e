"""On real Dask workers: the same whatever they are, and nothing lost when they are killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from paishan.lab.cluster import Result, Stretch, crew, spread
from paishan.lab.runs import Run, carry_out
from paishan.lab.solvability import prove_deals, summary
from paishan.solitaire.gallery import by_id

pytest.importorskip("distributed")

LANTERN = by_id("lantern")
RUN = Run("solvability", prove_deals, LANTERN, deals=2050, seed=4, stretch=100)


def told(results: list[dict[str, Any]]) -> dict[str, Any]:
    """What a run says, without how fast it was."""
    found = summary(RUN.layout, results)
    del found["deals_per_second"]
    return found


@pytest.fixture(scope="module")
def alone() -> dict[str, Any]:
    """What the run says when it is done here, without Dask."""
    return told([prove_deals(LANTERN, RUN.seed, *stretch) for stretch in RUN.stretches()])


@contextmanager
def scheduler_with_workers(directory: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and workers as processes of their own, which nobody starts again when they are lost."""
    file = directory / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_"]
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    where = {"cwd": directory, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    scheduler = [*dask[:-1], dask[-1] + "scheduler", *common, "--host", "127.0.0.1", "--port", "0"]
    worker = [*dask[:-1], dask[-1] + "worker", *common, "--host", "127.0.0.1", "--no-nanny", "--nthreads", "1"]
    started = [subprocess.Popen(command, **where) for command in [scheduler] + [worker] * workers]  # type: ignore[call-overload]
    try:
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.05)
        yield json.loads(file.read_text())["address"], started[1:]
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_one_worker_and_two_say_the_same_and_a_killed_one_loses_nothing(alone: dict[str, Any]) -> None:
    with crew(workers=1) as client:
        assert told(carry_out(RUN, client)) == alone
    with crew(workers=2) as client:
        victims = list(client.run(os.getpid).values())
        assert len(victims) == 2
        results: dict[Stretch, Result] = {}
        for stretch, result in spread(client, RUN.work, RUN.stretches(), RUN.layout, RUN.seed):
            if len(results) == 3:
                os.kill(victims[0], signal.SIGKILL)
            results[stretch] = result
        assert sorted(results) == list(RUN.stretches())
        assert told(list(results.values())) == alone


def test_a_scheduler_of_its_own_says_the_same_and_a_worker_lost_for_good_loses_nothing(
    alone: dict[str, Any], tmp_path: Path
) -> None:
    with scheduler_with_workers(tmp_path, 2) as (address, workers), crew(scheduler=address) as client:
        client.wait_for_workers(2, timeout=30)
        results: dict[Stretch, Result] = {}
        for stretch, result in spread(client, RUN.work, RUN.stretches(), RUN.layout, RUN.seed):
            if len(results) == 3:
                workers[0].kill()
            results[stretch] = result
        assert told(list(results.values())) == alone
        assert told(carry_out(RUN, client)) == alone


def listening() -> set[str]:
    """The addresses on which this process and its children listen."""
    import psutil  # type: ignore[import-untyped, unused-ignore]

    here = psutil.Process()
    return {
        connection.laddr.ip
        for process in [here, *here.children(recursive=True)]
        for connection in process.net_connections("inet")
        if connection.status == psutil.CONN_LISTEN
    }


def test_a_cluster_of_our_own_can_be_reached_from_this_machine_alone() -> None:
    before = listening()
    with crew(workers=1) as client:
        assert listening() - before <= {"127.0.0.1"}
        assert client.scheduler_info()["services"] == {}


def test_no_scheduler_there_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("paishan.lab.cluster._PATIENCE", 0.2)
    with (
        pytest.raises(ValueError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9: .*") as found,
        crew(scheduler="tcp://127.0.0.1:9"),
    ):
        pass
    assert "\n" not in str(found.value)


def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from paishan.lab import cluster

    with pytest.raises(ValueError, match=r"the workers have paishan .*, not 99\.0; install the same for them"):
        cluster._on_worker("99.0", prove_deals, RUN.layout, 1, 0, 1)


def test_without_dask_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ValueError, match=r"install it with: python -m pip install 'paishan\[lab\]'"), crew():
        pass


def test_a_scheduler_without_workers_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with scheduler_with_workers(tmp_path, 0) as (address, _):
        monkeypatch.setattr("paishan.lab.cluster._PATIENCE", 2)
        with (
            pytest.raises(ValueError, match=r"no worker has come to .*; start one: dask worker"),
            crew(scheduler=address),
        ):
            pass


def test_a_cluster_that_is_interrupted_as_it_starts_is_not_closed_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import SpecCluster

    begun: list[Any] = []

    def interrupted(cluster: Any, *work: object, **how: object) -> None:
        begun.append(cluster)
        raise KeyboardInterrupt

    with crew(workers=1) as client:
        running: Any = client.cluster
        assert running.shutdown_on_close
    with monkeypatch.context() as patch:
        patch.setattr(SpecCluster, "sync", interrupted)
        with pytest.raises(KeyboardInterrupt), crew(workers=1):
            pass
    [cluster] = begun
    assert not cluster.shutdown_on_close
