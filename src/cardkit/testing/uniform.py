"""The χ² test: whether draws are as even as they should be."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from math import erfc, exp, lgamma, log, sqrt
from typing import Final, TypeVar

__all__ = ["alike", "fit", "tail", "uniform"]

SPARSE: Final = 10
"""Faces that occur less often than this are counted together."""


Face = TypeVar("Face", bound=Hashable)


def uniform(samples: Iterable[Face], faces: Iterable[Face]) -> float:
    """Return the probability of samples at least as uneven as these, if all faces are equally likely.

    With fixed seeds, `assert uniform(...) > 1e-4` finds unfair draws, and gives the same result every time. Take about
    ten samples for each face. If a sample isn't one of the faces, the likelihood is 0.
    """
    return fit(samples, dict.fromkeys(faces, 1.0))


def fit(samples: Iterable[Face], weights: Mapping[Face, float]) -> float:
    """Return the same as `uniform`, for faces with these weights."""
    counts = Counter(samples)
    if not weights or any(weight <= 0 for weight in weights.values()):
        raise ValueError("the test needs at least one face, and each face needs a weight above 0")
    if not counts.keys() <= weights.keys():
        return 0.0
    scale = counts.total() / sum(weights.values())
    square = sum((counts[face] - scale * weight) ** 2 / (scale * weight) for face, weight in weights.items())
    return tail(square, len(weights) - 1)


def alike(one: Mapping[Face, int], other: Mapping[Face, int]) -> float:
    """Return the probability that two counts differ at least this much, if both come from one distribution."""
    sparse = [face for face in {**one, **other} if one.get(face, 0) + other.get(face, 0) < SPARSE]
    pairs = [(one.get(face, 0), other.get(face, 0)) for face in {**one, **other} if face not in sparse]
    pairs.append((sum(one.get(face, 0) for face in sparse), sum(other.get(face, 0) for face in sparse)))
    square = sum((mine - theirs) ** 2 / (mine + theirs) for mine, theirs in pairs if mine + theirs)
    return tail(square, max(sum(mine + theirs > 0 for mine, theirs in pairs) - 1, 1))


def tail(square: float, freedom: int) -> float:
    """Return the chance that a χ² value with this many degrees of freedom is at least this large."""
    if square <= 0 or freedom == 0:
        return 1.0
    half = square / 2
    odd = freedom % 2
    tail = erfc(sqrt(half)) if odd else exp(-half)
    for term in range(1, (freedom + odd) // 2):
        power = term - odd / 2
        tail += exp(power * log(half) - half - lgamma(power + 1))
    return min(tail, 1.0)
