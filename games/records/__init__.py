"""What players have done, and how strong they are."""
