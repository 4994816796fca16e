"""The judge of Chuo Pai while it learns: its network in floating point, and how its weights are moved.

A sample is the inputs that are there after a play, and the share of the win that the play should have been given. The
loss is the cross-entropy of the two; the weights are moved by Adam (D. Kingma, J. Ba, ICLR 2015).
"""

from __future__ import annotations

from collections.abc import Sequence

try:
    import cython
except ImportError:
    from paishan.solving import _cython as cython

from paishan.rng import Rng

if not cython.compiled:
    from math import exp, sqrt

    from paishan.solving.memory import doubles, ints, release

    #: The most inputs of a sample, the sizes of the layers, and where in a block of all weights each part begins: the
    #: first layer is at 0, a row of 64 for each of 1,802 inputs.
    ROOM, WIDE, DEEP = 192, 64, 32
    BIAS, SECOND, SECOND_BIAS, THIRD, THIRD_BIAS, WEIGHTS = 115328, 115392, 117440, 117472, 117504, 117505


class Pupil:
    """The network, room for the samples of a batch, and what Adam remembers."""

    if not cython.compiled:
        batch: int

    def __init__(self, batch: int, layers: Sequence[Sequence[int]] | None = None, seed: int = 1) -> None:
        """Begin with the weights of a judge, or with small ones drawn from `seed`."""
        self.batch = batch
        self.steps = 0
        self.weight = doubles(WEIGHTS)
        self.slope = doubles(WEIGHTS)
        self.mean = doubles(WEIGHTS)
        self.square = doubles(WEIGHTS)
        self.wide = doubles(WIDE)
        self.deep = doubles(DEEP)
        self.rows = ints(batch * ROOM)
        self.counts = ints(batch)
        self.targets = doubles(batch)
        parts = (
            (0, BIAS, 128.0),
            (BIAS, SECOND, 128.0),
            (SECOND, SECOND_BIAS, 128.0),
            (SECOND_BIAS, THIRD, 16384.0),
            (THIRD, THIRD_BIAS, 1024.0),
            (THIRD_BIAS, WEIGHTS, 131072.0),
        )
        rng = Rng(seed)
        for layer, (first, last, scale) in enumerate(parts):
            for i in range(first, last):
                if layers is not None:
                    self.weight[i] = layers[layer][i - first] / scale
                elif layer in (0, 2, 4):
                    self.weight[i] = (rng.below(2001) - 1000) / 1000 * (0.05, 0.0, 0.2, 0.0, 0.2)[layer]

    def __dealloc__(self) -> None:
        release(self.weight)
        release(self.slope)
        release(self.mean)
        release(self.square)
        release(self.wide)
        release(self.deep)
        release(self.rows)
        release(self.counts)
        release(self.targets)

    def layers(self) -> list[list[int]]:
        """Return the weights as a judge takes them, rounded to whole numbers."""
        parts = (
            (0, BIAS, 128.0),
            (BIAS, SECOND, 128.0),
            (SECOND, SECOND_BIAS, 128.0),
            (SECOND_BIAS, THIRD, 16384.0),
            (THIRD, THIRD_BIAS, 1024.0),
            (THIRD_BIAS, WEIGHTS, 131072.0),
        )
        return [[round(self.weight[i] * scale) for i in range(first, last)] for first, last, scale in parts]

    def put(self, sample: int, inputs: list[int], target: float) -> None:
        """Make this the sample of this place in the batch: inputs as `Judge.inputs` gives them, and a share of the win.

        Raises `ValueError` for a place that the batch has not, and for more inputs than there is room for.
        """
        if not 0 <= sample < self.batch or len(inputs) > ROOM:
            raise ValueError(f"a batch has {self.batch} samples, and a sample at most {ROOM} inputs")
        self.counts[sample] = len(inputs)
        self.targets[sample] = target
        for place in range(len(inputs)):
            self.rows[ROOM * sample + place] = inputs[place]

    def share(self, sample: int) -> float:
        """Return the share of the win that a sample is given now."""
        return 1.0 / (1.0 + exp(-self.answer(sample)))

    def learn(self, samples: int, rate: float) -> float:
        """Move the weights once by the first `samples` of the batch; return their mean squared error before."""
        loss = 0.0
        for i in range(WEIGHTS):
            self.slope[i] = 0.0
        for sample in range(samples):
            share = self.share(sample) - self.targets[sample]
            loss += share * share
            self.blame(sample, share)
        self.steps += 1
        self.step(samples, rate)
        return loss / samples

    def answer(self, sample: int) -> float:
        """Return the logarithm of the odds for a sample, and leave in `wide` and `deep` what the layers hold."""
        for i in range(WIDE):
            self.wide[i] = self.weight[BIAS + i]
        for place in range(self.counts[sample]):
            row = self.rows[ROOM * sample + place]
            sign = 1.0
            if row < 0:
                row = -1 - row
                sign = -1.0
            for i in range(WIDE):
                self.wide[i] += sign * self.weight[WIDE * row + i]
        for j in range(DEEP):
            self.deep[j] = self.weight[SECOND_BIAS + j]
        for i in range(WIDE):
            x = self.wide[i]
            if x > 0:
                for j in range(DEEP):
                    self.deep[j] += x * self.weight[SECOND + DEEP * i + j]
        x = self.weight[THIRD_BIAS]
        for j in range(DEEP):
            if self.deep[j] > 0:
                x += self.deep[j] * self.weight[THIRD + j]
        return x

    def blame(self, sample: int, error: float) -> None:
        """Add to the slopes what a sample's error says, after `answer`."""
        self.slope[THIRD_BIAS] += error
        for j in range(DEEP):
            x = 0.0
            if self.deep[j] > 0:
                self.slope[THIRD + j] += error * self.deep[j]
                x = error * self.weight[THIRD + j]
            self.slope[SECOND_BIAS + j] += x
            self.deep[j] = x
        for i in range(WIDE):
            x = 0.0
            if self.wide[i] > 0:
                for j in range(DEEP):
                    self.slope[SECOND + DEEP * i + j] += self.deep[j] * self.wide[i]
                    x += self.deep[j] * self.weight[SECOND + DEEP * i + j]
            self.slope[BIAS + i] += x
            self.wide[i] = x
        for place in range(self.counts[sample]):
            row = self.rows[ROOM * sample + place]
            sign = 1.0
            if row < 0:
                row = -1 - row
                sign = -1.0
            for i in range(WIDE):
                self.slope[WIDE * row + i] += sign * self.wide[i]

    def step(self, samples: int, rate: float) -> None:
        """Move all weights along the mean of the slopes, as Adam does."""
        first = 1.0 - 0.9**self.steps
        second = 1.0 - 0.999**self.steps
        for i in range(WEIGHTS):
            slope = self.slope[i] / samples
            some = 0.9 * self.mean[i] + 0.1 * slope
            many = 0.999 * self.square[i] + 0.001 * slope * slope
            self.mean[i] = some
            self.square[i] = many
            self.weight[i] -= rate * some / first / (sqrt(many / second) + 1e-8)
