"""The client. ``tamis.sync`` is made of this by build.ts, without its ``async`` and ``await``."""
