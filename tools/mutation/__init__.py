# SPDX-License-Identifier: Apache-2.0
"""Mutation testing of the functions that PAPERS.md names; see tools/mutate.py."""
