"""What chance deals before the first turn: spools, loops, and tags in order (KW-2, KW-3). Compiled."""

from simulation.compiling import compiled
from simulation.games.knit_wit.design import clear_design
from simulation.games.knit_wit.layout import LOOPS, NONE
from simulation.randomness import below, seek, shuffle


@compiled()
def deal_numbers(numbers, count, shuffles):
    """Put the numbers 0 to ``count`` - 1 in an order, each as likely."""
    for place in range(count):
        numbers[place] = place
    shuffle(numbers, count, shuffles)


@compiled()
def deal_spools(table):
    """Deal spools in the shuffled order round the table; seat 0 is whoever holds the lowest number (KW-2)."""
    view, secret = table.open, table.secret
    lowest = 0
    for place in range(view.turns):
        if secret.order[place] < secret.order[lowest]:
            lowest = place
    for spool in range(LOOPS):
        view.spool_seat[spool] = NONE
    for place in range(view.turns):
        seat = (place - lowest) % view.players
        view.spool_seat[secret.order[place]] = seat
    count = 0
    for spool in range(LOOPS):
        if view.spool_seat[spool] != NONE:
            view.spool[count] = spool
            count += 1
    view.spools = count


@compiled()
def is_drawn(secret, turn, tag):
    """Tell whether a tag is on a loop already."""
    for before in range(turn):
        if secret.word[before] == tag:
            return True
    return False


@compiled()
def draw_words(table, shuffles):
    """Draw a word for every turn; the Shuffle tag, the last of all tags, is drawn again for (KW-3)."""
    view, secret = table.open, table.secret
    secret.shuffle_turn = NONE
    for turn in range(view.turns):
        tag = secret.words
        while tag == secret.words or is_drawn(secret, turn, tag):
            tag = below(shuffles, secret.words + 1)
            if tag == secret.words and secret.shuffle_turn == NONE:
                secret.shuffle_turn = turn
        secret.word[turn] = tag


@compiled()
def set_up(table, shuffles, game):
    """Deal a game: nothing of the one before is left."""
    view, secret = table.open, table.secret
    secret.game = game
    seek(shuffles, game, 0)
    seek(table.luck, game, 0)
    deal_numbers(secret.order, LOOPS, shuffles)
    deal_numbers(secret.colour, LOOPS, shuffles)
    deal_numbers(secret.rank, view.players, shuffles)
    deal_spools(table)
    draw_words(table, shuffles)
    clear_design(table)
    view.taken = 0
    for spool in range(LOOPS):
        view.words_difficulty[spool] = view.median_seconds[spool] = 0.0
        view.loop_difficulty[spool] = 0.0
