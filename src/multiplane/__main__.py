"""``python -m multiplane``: the command line."""

from multiplane.cli.main import main

if __name__ == "__main__":
    main()
