"""What one deal leaves to the next, for cards dealt online and for real ones. Pure."""
