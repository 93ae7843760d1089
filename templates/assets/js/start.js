// All views are bound: show the state of the address.
board.refresh();
