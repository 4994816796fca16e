"""A tour of every page: `python -m tools.tour FOLDER` takes pictures and tells what does not fit on them.

`stops` knows how to come to every page and sheet, `finding` what can be measured there: text that is cut off, things
that overlap, targets too small for a finger, words left in English. The rest is for the eye, on contact sheets.
"""
