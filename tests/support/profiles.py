"""How many examples hypothesis tries, and which; importing this makes the profiles known."""

from hypothesis import HealthCheck, settings

# Examples are always the same, since some take very long by chance, and a busy machine is no fault.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
# For `make test`: a property has fewer examples than where all tests run.
settings.register_profile("quick", settings.get_profile("steady"), max_examples=25)
# For `make weekly`: other examples each time.
settings.register_profile("weekly", settings.get_profile("steady"), derandomize=False)
settings.load_profile("steady")
