"""Tables open, people sit down and get up, tables close."""
