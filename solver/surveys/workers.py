"""Worker processes on this machine, as an executor that survives the death of its workers.

``concurrent.futures.ProcessPoolExecutor`` breaks as a whole when one process dies, and cannot say
whose task killed it. Here each worker has a pipe of its own, so a death costs one task, whose
future gets :class:`WorkerDied`, and the worker is replaced.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any, TypeVar

from cadogan.games.errors import PatienceError

__all__ = ["WorkerDied", "WorkerPool", "WorkersError"]

T = TypeVar("T")

#: So many workers in a row may die before they are ready.
FALSE_STARTS = 3
_HINT = (
    "; a script that uses several workers needs the line `if __name__ == '__main__':` before what "
    "it does"
)


class WorkerDied(RuntimeError):
    """The process that ran a task ended unexpectedly.

    Parameters
    ----------
    exit_code : int, optional
        Its exit code; negative for the signal that killed it.
    """

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code

    def __str__(self) -> str:
        code = self.exit_code
        if code is not None and code < 0:
            try:
                return f"the worker process was killed by {signal.Signals(-code).name}"
            except ValueError:
                return f"the worker process was killed by signal {-code}"
        return f"the worker process ended with exit code {code}"


class WorkersError(BrokenExecutor, PatienceError):
    """Workers end before they can take a task, so that nothing can be searched.

    Parameters
    ----------
    exit_code : int, optional
        The exit code of the last of them; negative for the signal that killed it.
    """

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(exit_code)
        self.exit_code = exit_code

    @property
    def reason(self) -> str:
        """What happened, without advice to those who write scripts."""
        death = WorkerDied(self.exit_code)
        if self.exit_code is None or self.exit_code >= 0:
            return f"worker processes do not start: {death}"
        reason = f"worker processes die before they are ready, the last one so: {death}"
        if self.exit_code == -getattr(signal, "SIGKILL", 9):  # as Linux does to free memory
            reason += "; perhaps there is too little memory: use fewer of them"
        return reason

    def __str__(self) -> str:
        return self.reason + (_HINT if self.exit_code == 1 else "")  # 1: a Python error


class RemoteTraceback(Exception):
    """Where an error happened in a worker."""

    def __str__(self) -> str:
        return f"\n{self.args[0]}"


@dataclass
class _Item:
    """A call that was handed in."""

    future: Future[Any]
    call: tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]


@dataclass
class _Worker:
    """A process, our end of its pipe and what it is doing."""

    process: Any
    connection: Connection
    item: _Item | None = None
    ready: bool = False


class WorkerPool(Executor):
    """An executor with worker processes, each replaced when it dies.

    Parameters
    ----------
    workers : int
        How many processes.
    initializer : callable, optional
        Called by each process before its first task. The other workers are started only when the
        first has been through it, so that they find in the cache what it compiled.
    initargs : sequence
        Arguments for it.

    Notes
    -----
    Processes are spawned: programs that use a pool must guard their main part with
    ``if __name__ == "__main__":``. Workers take no notice of Ctrl-C, and leave when the process
    that made them is gone, however it ended.

    Examples
    --------
    >>> with WorkerPool(1) as pool:
    ...     pool.submit(divmod, 7, 2).result()
    (3, 1)
    """

    def __init__(
        self,
        workers: int = 1,
        initializer: Callable[..., object] | None = None,
        initargs: Sequence[Any] = (),
    ) -> None:
        if workers < 1:
            raise ValueError(f"a pool has at least one worker, not {workers}")
        self.workers = workers
        self._start = (initializer, tuple(initargs))
        self._context = multiprocessing.get_context("spawn")
        self._staff: list[_Worker] = []
        self._queue: deque[_Item] = deque()
        self._lock = threading.Lock()
        self._bell, self._button = Pipe(duplex=False)
        self._rung = self._closed = self._killed = False
        self._broken: BaseException | None = None
        self._false_starts = 0
        self._proved = False
        self._thread = threading.Thread(target=self._manage, name="cadogan pool", daemon=True)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call a function; it and its arguments must be picklable."""
        item = _Item(Future(), (fn, args, kwargs))
        with self._lock:
            if isinstance(self._broken, WorkersError):
                raise self._broken
            if self._broken is not None:
                raise BrokenExecutor(str(self._broken)) from self._broken
            if self._closed:
                raise RuntimeError("this pool has been shut down")
            self._queue.append(item)
            if not self._thread.is_alive():
                self._thread.start()
            self._ring()
        return item.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers finish what was handed in, or only what they have begun, and leave."""
        with self._lock:
            self._closed = True
            if cancel_futures:
                for item in self._queue:
                    item.future.cancel()
                    item.future.set_running_or_notify_cancel()
                self._queue.clear()
            self._ring()
        if wait:
            self._join()

    def kill(self) -> None:
        """End all workers at once; futures that are not done are cancelled or fail."""
        with self._lock:
            self._closed = self._killed = True
            self._ring()
        self._join()

    def processes(self) -> list[int]:
        """Give the process numbers of the workers at this moment."""
        return [worker.process.pid for worker in list(self._staff)]

    # The manager's thread -------------------------------------------------------------------

    def _join(self) -> None:
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _ring(self) -> None:
        """Wake the manager; one ring is enough until it has listened."""
        if not self._rung:
            self._rung = True
            self._button.send_bytes(b".")

    def _manage(self) -> None:
        try:
            while not self._finished():
                self._hire()
                self._assign()
                self._listen()
        except BaseException as error:
            self._broken = self._broken or error
        finally:
            self._dismiss()

    def _finished(self) -> bool:
        with self._lock:
            if self._killed or self._broken is not None:
                return True
            busy = any(worker.item for worker in self._staff)
            return self._closed and not self._queue and not busy

    def _hire(self) -> None:
        """Start as many workers as there is work for: one until it is known that they start."""
        most = self.workers if self._proved else 1
        busy = sum(worker.item is not None for worker in self._staff)
        while len(self._staff) < min(most, busy + len(self._queue)):
            ours, theirs = self._context.Pipe()
            process = self._context.Process(
                target=_serve, args=(theirs, *self._start), daemon=True, name="cadogan worker"
            )
            try:
                process.start()
            finally:
                theirs.close()
            self._staff.append(_Worker(process, ours))

    def _assign(self) -> None:
        for worker in self._staff:
            if worker.ready and worker.item is None:
                worker.item = self._next_item()
                if worker.item is None:
                    return
                self._send(worker, worker.item)

    def _next_item(self) -> _Item | None:
        with self._lock:
            while self._queue:
                item = self._queue.popleft()
                if item.future.set_running_or_notify_cancel():
                    return item
        return None

    def _send(self, worker: _Worker, item: _Item) -> None:
        try:
            worker.connection.send(item.call)
        except OSError:
            pass  # it has died: its sentinel tells
        except Exception as error:  # what cannot be pickled
            worker.item = None
            item.future.set_exception(error)

    def _listen(self) -> None:
        """Wait for answers, deaths and new work, and deal with what there is."""
        sources = [worker.connection for worker in self._staff]
        sentinels = [worker.process.sentinel for worker in self._staff]
        heard = set(wait([self._bell, *sources, *sentinels]))
        if self._bell in heard:
            with self._lock:
                self._bell.recv_bytes()
                self._rung = False
        for worker in list(self._staff):
            if worker.connection in heard or worker.process.sentinel in heard:
                self._hear(worker)

    def _hear(self, worker: _Worker) -> None:
        """Take a worker's message; what it sent before it died still counts."""
        try:
            if worker.connection.poll():
                self._take(worker, *worker.connection.recv())
                return
        except (EOFError, OSError):
            pass  # its end is closed, perhaps in the middle of a message
        if worker.connection.closed or not worker.process.is_alive():
            self._bury(worker)
        else:  # a closed pipe and a process on its way out
            worker.process.join(5)
            if worker.process.is_alive():
                worker.process.kill()
            self._bury(worker)

    def _take(self, worker: _Worker, kind: str, value: Any) -> None:
        if kind == "ready":
            worker.ready = self._proved = True
            self._false_starts = 0
            return
        if kind == "failed":
            self._broken = _restored(*value)
            return
        item, worker.item = worker.item, None
        assert item is not None
        if kind == "result":
            item.future.set_result(value)
        else:
            item.future.set_exception(_restored(*value))

    def _bury(self, worker: _Worker) -> None:
        """Give up a dead worker; the next round hires another."""
        worker.process.join()
        code = worker.process.exitcode
        worker.connection.close()
        self._staff.remove(worker)
        if worker.item is not None:
            worker.item.future.set_exception(WorkerDied(code))
        if not worker.ready:
            self._false_starts += 1
            if self._false_starts >= FALSE_STARTS or (not self._proved and code == 1):
                self._broken = WorkersError(code)

    def _dismiss(self) -> None:
        """Send all workers home, and leave no future open."""
        for worker in self._staff:
            if self._killed or self._broken is not None:
                worker.process.kill()
            else:
                self._let_go(worker)
        for worker in self._staff:
            worker.process.join(5)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
            worker.connection.close()
        with self._lock:
            self._closed = True
            left = [worker.item for worker in self._staff if worker.item] + list(self._queue)
            self._staff.clear()
            self._queue.clear()
        for item in left:
            self._fail(item.future)

    def _let_go(self, worker: _Worker) -> None:
        with suppress(OSError):  # gone already
            worker.connection.send(None)

    def _fail(self, future: Future[Any]) -> None:
        """End a future that nobody will finish: cancelled if nobody began it, unless we broke."""
        if future.done():
            return
        if self._broken is None:
            future.cancel()
        if future.running() or future.set_running_or_notify_cancel():
            broken = self._broken
            if not isinstance(broken, Exception):
                broken = BrokenExecutor("the pool was stopped")
            future.set_exception(broken)


# In the worker ---------------------------------------------------------------------------------


def _serve(
    connection: Connection, initializer: Callable[..., object] | None, initargs: tuple[Any, ...]
) -> None:
    """Answer calls until told to leave."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        if initializer is not None:
            initializer(*initargs)
    except Exception as error:
        connection.send(("failed", _portable(error)))
        return
    connection.send(("ready", None))
    while True:
        answer: tuple[str, Any]
        try:
            call = connection.recv()
            if call is None:
                return
            function, args, kwargs = call
            answer = ("result", function(*args, **kwargs))
        except (EOFError, ConnectionError):
            return
        except Exception as error:
            answer = ("error", _portable(error))
        _reply(connection, answer)


def _reply(connection: Connection, answer: tuple[str, Any]) -> None:
    try:
        connection.send(answer)
    except OSError:
        os._exit(1)  # nobody listens any more
    except Exception as error:  # the result cannot be pickled
        connection.send(("error", _portable(error)))


def _leave_with_parent() -> None:
    """End this process when its parent has gone, even in the middle of a search."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _portable(error: Exception) -> tuple[Exception, str]:
    """Make an error ready to travel, with the place where it happened."""
    import pickle

    text = "".join(traceback.format_exception(error))
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError(f"{type(error).__name__}: {error}")
    return error, text


def _restored(error: Exception, text: str) -> Exception:
    error.__cause__ = RemoteTraceback(text)
    return error
