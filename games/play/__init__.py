"""Deals are dealt, played and settled."""
