"""Rounds through the API with the SDK for Python and the AWS CLI, against the endpoint that ENDPOINT names.

`cargo xtask clients` brings what they need, starts an endpoint and runs them.
"""

import pathlib
import sys
import unittest

if __name__ == "__main__":
    folder = str(pathlib.Path(__file__).parent)
    suite = unittest.defaultTestLoader.discover(folder, pattern="*_round.py")
    result = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(suite)
    failed = len(result.failures) + len(result.errors)
    print(f"clients: {result.testsRun - failed} passed, {failed} failed")
    sys.exit(0 if result.wasSuccessful() else 1)
