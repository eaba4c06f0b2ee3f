"""Gamegauge's upper floor: reads logs and answers balance questions."""
