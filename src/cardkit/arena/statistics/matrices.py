"""The matrix operations that ratings need."""

from collections.abc import Sequence
from typing import TypeAlias

__all__ = ["Matrix", "centred_inverse", "product", "transformed"]

Matrix: TypeAlias = list[list[float]]


def product(left: Matrix, right: Matrix) -> Matrix:
    """Return the product of two matrices."""
    columns = [*zip(*right, strict=True)]
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]


def transformed(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    """Return the matrix times the vector."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def centred_inverse(laplacian: Matrix) -> Matrix:
    """Return the inverse of a matrix whose rows have the sum 0, for vectors whose sum is 0."""
    size = len(laplacian)
    share = 1 / size
    inverse = _inverse([[value + share for value in row] for row in laplacian])
    return [[value - share for value in row] for row in inverse]


def _inverse(matrix: Matrix) -> Matrix:
    """Return the inverse, by elimination with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        rows[column] = [value / pivot for value in rows[column]]
        for row in range(size):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [row[size:] for row in rows]
