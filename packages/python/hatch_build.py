"""Has the metadata of the package say what the repository's ``package.json`` says."""

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
            # The index refuses what has this.
            metadata["classifiers"].append("Private :: Do Not Upload")
        else:
            metadata["license"] = shared["license"]
