"""``python -m penguin_board``."""

from penguin_board.cli import main

if __name__ == "__main__":
    main()
