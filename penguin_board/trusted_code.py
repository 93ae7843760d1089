"""How the shipped templates are compiled when a tree brings none of its own: they are trusted.

Jinja asks its environment for every attribute, and finalizes, escapes and wraps every value. What
the package itself wrote may read an attribute as Python does, and what says a value in a language
may escape it as well. The files are the same to the byte; they take a third of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, MutableMapping
from typing import Any

from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame

_MESSAGES = frozenset({"_", "gettext"})


class TrustedCode(CodeGenerator):
    """Code that reads attributes directly, and writes values by the environment's ``write``.

    It is for an environment that has ``write``, which gives the text of any value, escaped,
    ``messages``, those without values by their English text, and ``markup_filters``, the names of
    the filters that give markup.
    """

    def write_commons(self) -> None:
        """What every root and every block begins with."""
        super().write_commons()
        self.writeline("write = environment.write")
        self.writeline("messages = environment.messages")

    def blockvisit(self, nodes: Iterable[nodes.Node], frame: Frame) -> None:
        """The body of a root or a block collects its pieces, and yields all of them at once.

        As Jinja writes it, every piece passes through the generators of all blocks around it.
        """
        if frame.buffer is None:
            self.buffer(frame)
            super().blockvisit(nodes, frame)
            self.writeline(f"yield concat({frame.buffer})")
        else:
            super().blockvisit(nodes, frame)

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        """An attribute of an object; ``self`` has blocks, which are no attributes."""
        if isinstance(node.node, nodes.Name) and node.node.name == "self":
            super().visit_Getattr(node, frame)
            return
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(  # noqa: N802
        self, node: nodes.Call, frame: Frame, forward_caller: bool = False
    ) -> None:
        """A call, without Jinja's question what the callee wants to know of the context.

        A message that takes no value is looked up.
        """
        match node:
            case nodes.Call(
                node=nodes.Name(name=name), args=[nodes.Const(value=str(message))], kwargs=[]
            ) if name in _MESSAGES:
                self.write(f"messages[{message!r}]")
                return
        self.write("(")
        self.visit(node.node, frame)
        self.write(")(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        if forward_caller:
            self.write("caller=caller, ")
        if node.dyn_args is not None:
            self.write("*")
            self.visit(node.dyn_args, frame)
            self.write(", ")
        if node.dyn_kwargs is not None:
            self.write("**")
            self.visit(node.dyn_kwargs, frame)
        self.write(")")

    def _output_child_pre(self, node: nodes.Expr, *_: Any) -> None:
        self.write("(" if self._is_markup(node) else "write(")

    def _output_child_post(self, *_: Any) -> None:
        self.write(")")

    def _is_markup(self, node: nodes.Expr) -> bool:
        """Whether a value is escaped already, by what gives it."""
        match node:
            case nodes.Filter(name=name):
                return name in self.environment.markup_filters  # type: ignore[attr-defined]
            case nodes.Call(node=nodes.Name(name=name)):
                return name in _MESSAGES or name == "ngettext"
        return False


class TrustedEnvironment(Environment):
    """An environment of shipped templates alone."""

    code_generator_class = TrustedCode
    write: Callable[[object], str]
    messages: Mapping[str, str]
    markup_filters: Collection[str]

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names that all templates know, in one mapping: none has names of its own."""
        return super().make_globals(d) if d else self.globals
