"""Write the golden games anew: python tests/regenerate_golden.py."""

import golden_games

if __name__ == "__main__":
    for game, name in golden_games.names():
        path = golden_games.path_of(game, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(golden_games.text_of(game, name), encoding="utf-8", newline="\n")
        print(path)
