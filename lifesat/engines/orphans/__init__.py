"""The engine that makes orphans: targets are chosen cell by cell until no parent is left."""
