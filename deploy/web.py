"""The door of the web process: ordinary views, with streams at a port of their own."""

from deploy.web_threads import WebThreads
from deploy.wsgi import application as views

application = WebThreads(views)
