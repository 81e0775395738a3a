"""A result as text to take along: Markdown, LaTeX, CSV, and code that checks it.

They print the same explanation as the page, and calculate and round nothing.
"""

from app.explain.reports.csv import csv_table
from app.explain.reports.latex import latex
from app.explain.reports.markdown import markdown
from app.explain.reports.python import python_code
from app.explain.reports.r import r_code

CODE = {"Python, with SciPy and statsmodels": python_code, "R": r_code}
"""What writes the lines that check a comparison, by their language."""

__all__ = ["CODE", "csv_table", "latex", "markdown", "python_code", "r_code"]
