"""The core: asks, answers, dispatches, plots. It knows no game, no web and no database."""
