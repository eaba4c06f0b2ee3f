"""Knit Wit: words are knitted into a design, and everybody answers against the clock."""
