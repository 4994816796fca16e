"""Paishan (牌山): tile games with an engine that knows the rules and can prove what it says."""

__version__ = "0.1.0"
