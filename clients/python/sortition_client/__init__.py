"""Ask a Sortition service private questions: each answer with its error and what it cost."""

from .answer import PrivateAnswer
from .client import Refused, Sortition, Unreachable

__all__ = ["PrivateAnswer", "Refused", "Sortition", "Unreachable"]
