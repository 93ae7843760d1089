"""Board to page: view models whose numbers are already text, without templates and without IO.

Words of the interface stand in the templates, where they can be translated; a view holds texts
from the data, formatted numbers, counts and codes.
"""
