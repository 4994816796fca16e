"""Many players at once: what a server answers them in, and what it uses for that.

`python -m bench.load` starts servers on this machine and sends players to them, who ask for what a browser asks for and
play at the pace of hands. Nothing else is ever asked than a server that it started itself.
"""
