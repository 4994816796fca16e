"""Measuring at scale: how many random deals of a layout can be cleared, and how players fare on those that can.

Every number here follows from a seed and the layout alone: deal number k of a run depends on the seed and on k, so that
a run may be spread over any workers, be interrupted and go on, and still gives the same.
"""
