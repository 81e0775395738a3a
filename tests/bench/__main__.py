"""`make bench`: our figures as ratios to named peers, measured in one run."""

import platform
from importlib.metadata import version

from tests.bench.mathematics import mathematics
from tests.bench.serving import serving, starting


def main():
    print(
        f"Python {platform.python_version()}, SciPy {version('scipy')}, "
        f"statsmodels {version('statsmodels')}, gunicorn {version('gunicorn')}\n"
    )
    print("| what | ours | peer | peer's figure | ratio | goal |")
    print("| --- | --- | --- | --- | --- | --- |")
    for row in (*mathematics(), *serving(), *starting()):
        print("| " + " | ".join(row) + " |", flush=True)


if __name__ == "__main__":
    main()
