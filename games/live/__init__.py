"""Live streams: what happens at the tables, told at once as server-sent events."""
