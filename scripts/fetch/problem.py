# SPDX-License-Identifier: Apache-2.0
"""What can go wrong on a bad day, in words for the user."""


class Problem(Exception):
    """One sentence, and what to do about it, which may be empty."""

    def __init__(self, message, hint=""):
        Exception.__init__(self, message)
        self.hint = hint
