"""penguin-board: evaluation results in a git tree become a static leaderboard site.

The rooms, from the outside in (each may import only those below it):

``cli``                     commands: parse options, call one function, print, exit code
``build``                   the pipeline: read the tree, render the site, write it
``store``, ``output``       the only rooms that read and write files (with ``revision``: git)
``render``, ``importers``   view models to files; other tools' results to experiments
``views``, ``exports``      what a page, a JSON, a CSV or a Markdown file shows
``boards``, ``checks``      a leaderboard with its experiments, evaluated and checked
``expressions``             value and standard deviation of an expression tree
``experiments``, ``schema`` typed records of the files
``located_yaml``            YAML text with the line and column of every value
``problems``, ``display``, ``ranking``   messages, number formats, ranks and frontiers
"""

__version__ = "0.1.0"
