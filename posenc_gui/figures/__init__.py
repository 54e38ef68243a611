"""What the views show, as values: Document -> Figure and Document -> arrays; no Qt."""
