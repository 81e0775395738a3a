"""Chromium for the browser tests: where it is, and `python -m tests.browser.chromium` to get it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
APT_PACKAGES = ("chromium", "fonts-dejavu-core")


def find_chromium() -> Path:
    """The machine's own Chromium, else the one that playwright downloaded."""
    for name in NAMES:
        if found := shutil.which(name):
            return Path(found)
    with sync_playwright() as playwright:
        downloaded = Path(playwright.chromium.executable_path)
    if downloaded.exists():
        return downloaded
    raise FileNotFoundError("No Chromium here: python -m tests.browser.chromium installs one")


def install_chromium() -> None:
    """Install it from Debian's packages where that needs no password, else with playwright."""
    if not install_with_apt():
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)


def install_with_apt() -> bool:
    if not shutil.which("apt-get"):
        return False
    as_root = []
    if os.geteuid() != 0:
        as_root = ["sudo", "-n"]
        if not shutil.which("sudo") or not succeeds(*as_root, "true"):
            return False
    apt = [*as_root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    return succeeds(*apt, "update") and succeeds(
        *apt, "install", "--no-install-recommends", *APT_PACKAGES
    )


def succeeds(*command: str) -> bool:
    return subprocess.run(command, stdin=subprocess.DEVNULL).returncode == 0


if __name__ == "__main__":
    try:
        find_chromium()
    except FileNotFoundError:
        install_chromium()
    print("Chromium:", find_chromium())
