"""How many examples hypothesis tries, and which; importing this makes the profiles known."""

from hypothesis import HealthCheck, settings

# Examples are always the same, since some take very long by chance, and a busy machine is no fault.
settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow],
)
# For `make weekly`: more examples, and others each time.
settings.register_profile(
    "weekly", settings.get_profile("steady"), derandomize=False, max_examples=100
)
settings.load_profile("steady")
