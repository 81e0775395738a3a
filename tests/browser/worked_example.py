"""The worked example (design.md, section 3), as a person fills it in and reads it."""

VERDICT = (
    "The candidate is better: +7.0 points, 95% interval +2.7 to +11.6, exact p 0.0026; "
    "17 fixed, 3 broken."
)
ADDRESS = "/?b=17&c=3&a=157&d=23"
EXAMPLE = {"b": 17, "c": 3, "a": 157, "d": 23}
