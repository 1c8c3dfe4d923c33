"""Copies the package metadata from the ``package.json`` of the repository."""

import json
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Shared(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        shared = json.loads(Path(self.root, "../../package.json").read_text())
        metadata["version"] = shared["version"]
        metadata["urls"] = {
            "Documentation": shared["homepage"],
            "Repository": shared["repository"]["url"].removeprefix("git+"),
        }
        metadata["classifiers"] = ["Typing :: Typed"]
        if shared["license"] == "UNLICENSED":
            # PyPI rejects packages with this classifier.
            metadata["classifiers"].append("Private :: Do Not Upload")
        else:
            metadata["license"] = shared["license"]
