"""How many requests somebody may send."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


class CountingThrottle(UserRateThrottle):
    """Counts the requests of each minute (or other period of the rate) in the shared cache. One number is kept, not the
    time of every request, so that the database can be that cache."""

    duration: int
    num_requests: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Whether the request is within the limit; it counts either way."""
        self.now = self.timer()
        window = f"{self.get_cache_key(request, view)}_{int(self.now // self.duration)}"
        self.cache.add(window, 0, self.duration)
        try:
            count = self.cache.incr(window)
        except ValueError:  # the period ended in between, or the cache takes nothing
            return True
        return bool(count <= self.num_requests)

    def wait(self) -> float:
        """Seconds until the next period begins."""
        return float(self.duration - self.now % self.duration)
