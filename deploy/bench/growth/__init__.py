"""A service that has grown: rows by bulk SQL in a scratch database, and what each look at it costs.

Time is noise on a shared machine. Statements and blocks of the database are not.
"""
