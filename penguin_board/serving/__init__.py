"""``serve``: the site of a tree on this machine, rebuilt and shown again at every change.

``scanning`` sees what changed, ``rebuilding`` makes the site anew from that, ``live_site`` holds
the last good one with the problems of the newest state, ``server`` answers the browser, and
``running`` is the loop around them.
"""
