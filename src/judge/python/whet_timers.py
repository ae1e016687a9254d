"""How one call of a baseline is timed: by events on a GPU, by the clock elsewhere. `arguments` can `restore` itself and be
`call`ed."""
import statistics
import time


class HostTimer:
    """Without a GPU: the host's clock around the call, caches as they are."""

    by = "host_time"

    def __init__(self):
        self.notes = ["timed on the CPU by the host's clock, with caches as they are: says nothing about a GPU"]

    def sample(self, arguments, cold):
        arguments.restore()
        begin = time.perf_counter()
        arguments.call()
        return time.perf_counter() - begin

    def empty_seconds(self):
        return 0.0

    def sets(self, set_bytes):
        return 2


class CudaTimer:
    """Events around the call, on a stream kept busy until all of it is queued, so that the host is not timed. L2 is
    emptied before: as much as it holds is written, then other memory of that size is read, which writes the dirty lines
    back before the sample begins."""

    by = "cuda_event"
    ATTEMPTS, EMPTY_SAMPLES, MOST_SETS = 5, 9, 8  # keeping busy ends at 0.1 s

    def __init__(self, torch, device, l2_bytes):
        self.torch, self.device, self.notes = torch, device, []
        self.stream = torch.cuda.Stream(device)
        self.l2_bytes = getattr(torch.cuda.get_device_properties(device), "L2_cache_size", 0) or l2_bytes
        if not self.l2_bytes:
            raise ValueError("the size of L2 is not known, so it cannot be emptied")
        self.written = torch.zeros(self.l2_bytes // 4, dtype=torch.int32, device=device)
        self.read = torch.zeros(self.l2_bytes // 4, dtype=torch.int32, device=device)
        self.sum = torch.zeros([], dtype=torch.int64, device=device)
        self.busy_cycles, self.can_cover = 200_000, True

    def flush(self):
        self.written.add_(1)
        self.torch.sum(self.read, 0, out=self.sum)

    def attempt(self, call, before):
        """Seconds, and whether the stream ran dry before the call was queued whole."""
        torch = self.torch
        start, stop = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        torch.cuda.synchronize(self.device)
        with torch.cuda.stream(self.stream):
            before()
            torch.cuda._sleep(self.busy_cycles)
            start.record(self.stream)
            call()
            stop.record(self.stream)
            ran_dry = start.query()
        torch.cuda.synchronize(self.device)
        return start.elapsed_time(stop) * 1e-3, ran_dry

    def timed(self, call, before):
        seconds, ran_dry = self.attempt(call, before)
        at_first = self.busy_cycles
        for _ in range(self.ATTEMPTS if self.can_cover else 0):
            if not ran_dry:
                return seconds
            self.busy_cycles *= 4
            seconds, ran_dry = self.attempt(call, before)
        if ran_dry and self.can_cover:
            self.can_cover, self.busy_cycles = False, at_first
            self.notes.append("the call waits for the GPU: part of its time is the host's")
        return seconds

    def sample(self, arguments, cold):
        def before():
            arguments.restore()
            if cold:
                self.flush()

        return self.timed(arguments.call, before)

    def empty_seconds(self):
        """Of a kernel that does nothing, timed the same way."""
        times = [self.timed(lambda: self.torch.cuda._sleep(0), self.flush) for _ in range(self.EMPTY_SAMPLES)]
        return statistics.median(times)

    def sets(self, set_bytes):
        """As many as make three times L2, within a quarter of the free memory; each is there twice."""
        free = self.torch.cuda.mem_get_info(self.device)[0]
        wanted = -(-3 * self.l2_bytes // set_bytes)
        return max(1, min(wanted, free // 4 // (2 * set_bytes), self.MOST_SETS))
