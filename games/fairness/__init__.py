"""The chance of the cards: seeds, the pack that they make, and how anybody checks it."""
