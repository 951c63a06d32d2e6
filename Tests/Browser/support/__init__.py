"""What the browser tests have in common."""
