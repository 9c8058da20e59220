"""What somebody may see of a table and of its deals."""
