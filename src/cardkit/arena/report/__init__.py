"""Reports: a page with charts, tables for programs, and findings in words."""
