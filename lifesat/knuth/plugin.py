"""What Knuth's programs add to lifesat."""

from lifesat.plugins import Plugin

PLUGIN = Plugin(
    commands={
        "knuth": (
            "formulas and proofs",
            "print what Knuth's sat-life-grid and sat-life-grid-eater print",
            "lifesat.knuth.command",
        ),
    },
    options="lifesat.knuth.options",
)
