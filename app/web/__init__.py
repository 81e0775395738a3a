"""Flask: fields in, pages and JSON out.

A request is one straight line: parse the fields, compare, explain, render.
"""
