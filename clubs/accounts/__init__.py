"""Logins as people make and keep them: sign-up, addresses, the second factor, sessions.

The pages and their flows are django-allauth's. What is ours stands here: who may sign up, that
every password is counted by `clubs.signing_in`, what a second factor asks for, and its doors.
"""
