"""Pictures of patterns: a scene, which is written as SVG or turned into pixels."""
