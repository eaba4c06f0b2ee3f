"""Knutten: rules, components, table, players, log."""
