"""Questions about Knitting: each takes a run, or what to play, and returns a Finding."""

from analysis.knitting.community import community_cards
from analysis.knitting.ladder import ladder, ladders
from analysis.knitting.last_round import last_round
from analysis.knitting.last_round_margin import victory_margin
from analysis.knitting.last_round_swing import last_round_swing
from analysis.knitting.length import game_length
from analysis.knitting.mixed_tables import mixed_tables
from analysis.knitting.pattern_compare import compare_pattern_values
from analysis.knitting.pattern_records import pattern_records
from analysis.knitting.pattern_value import pattern_value, value_against_points, value_against_records
from analysis.knitting.real_life import real_life
from analysis.knitting.real_life_draws import real_life_draws
from analysis.knitting.seats import seats
from analysis.knitting.seats_tables import seat_tables
from analysis.knitting.store import store_choice, store_outcome
from analysis.knitting.store_stock import store_stock
from analysis.knitting.store_wild import wild_or_stacks
from analysis.knitting.strategies import strategies
from analysis.knitting.styles import styles
from analysis.knitting.target_figures import plot_targets
from analysis.knitting.targets import target_sweep
from analysis.knitting.trade import trade_offer
from analysis.knitting.trade_price import trade_price
from analysis.knitting.unfinished import unfinished_patterns
from analysis.knitting.unfinished_left import left_in_hand
from analysis.knitting.yarn import yarn_scarcity
from analysis.knitting.yarn_places import yarn_places
from analysis.knitting.yarn_worth import yarn_worth

__all__ = [
    "community_cards",
    "compare_pattern_values",
    "game_length",
    "ladder",
    "ladders",
    "last_round",
    "last_round_swing",
    "left_in_hand",
    "mixed_tables",
    "pattern_records",
    "pattern_value",
    "plot_targets",
    "real_life",
    "real_life_draws",
    "seat_tables",
    "seats",
    "store_choice",
    "store_outcome",
    "store_stock",
    "strategies",
    "styles",
    "target_sweep",
    "trade_offer",
    "trade_price",
    "unfinished_patterns",
    "value_against_points",
    "value_against_records",
    "victory_margin",
    "wild_or_stacks",
    "yarn_places",
    "yarn_scarcity",
    "yarn_worth",
]
