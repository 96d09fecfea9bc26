"""The page and the service: parse, watch, bend, explore and define in the browser, and the same for programs."""
