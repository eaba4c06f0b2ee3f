"""Knitting: The Card Game: rules, components, table, players, log."""
