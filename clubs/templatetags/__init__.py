"""What templates of clubs ask."""
