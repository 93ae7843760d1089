"""Where templates come from, and what becomes of an error in one that the tree brings along.

A template is looked up in the tree's ``templates/`` first, then among the shipped ones; the prefix
``builtin/`` always reaches a shipped one, so that a tree's template can extend what it replaces.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, StrictUndefined
from jinja2.exceptions import TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.loaders import (
    ChoiceLoader,
    FileSystemLoader,
    FunctionLoader,
    PrefixLoader,
    split_template_path,
)
from jinja2.sandbox import ImmutableSandboxedEnvironment

from penguin_board.compiled_templates import CompiledTemplates, shipped_templates
from penguin_board.folders import NO_LINKS
from penguin_board.languages import Language
from penguin_board.open_pages import OpenPages
from penguin_board.package_files import TEMPLATES, template_folder
from penguin_board.problems import InvalidInput, Problem
from penguin_board.speaking import speak
from penguin_board.trusted_code import TrustedEnvironment

BUILTIN = "builtin"
_REFERENCE = "docs/reference/templates.md lists the names that each template is given"
_Uptodate = Callable[[], bool]
_OPTIONS: Mapping[str, Any] = {
    # On for every template whatever its name ends with: all data is untrusted.
    "autoescape": True,
    "undefined": StrictUndefined,
    "trim_blocks": True,
    "lstrip_blocks": True,
    "keep_trailing_newline": True,
    "extensions": ["jinja2.ext.i18n"],
    # Templates that change make another build.
    "auto_reload": False,
}


def tree_folder(root: Path | None) -> Path | None:
    """The ``templates/`` of the tree at ``root``; None when there is none but the shipped one.

    Raises InvalidInput for a symbolic link.
    """
    if root is None:
        return None
    folder = root / TEMPLATES
    if not folder.is_dir() or folder.samefile(template_folder()):
        return None
    if folder.is_symlink():
        raise InvalidInput([Problem(path=TEMPLATES, code="link", message=NO_LINKS)])
    return folder


class Templates:
    """The templates of a build in its languages: those of the tree, then the shipped ones."""

    def __init__(
        self,
        own: Path | None,
        *,
        languages: Sequence[Language],
        names: Mapping[str, Any],
    ) -> None:
        """``own`` is the tree's folder of templates; ``names`` are known to every template.

        Raises InvalidInput with every template of the tree that cannot be compiled.
        """
        self._own = own
        self._environments: dict[str, Environment] = {}
        self._open_pages: dict[str, OpenPages] = {}
        if own is None:
            self._share(languages, names)
        else:
            for language in languages:
                self._environments[language.code] = environment = _sandbox(own)
                environment.globals |= names
                speak(environment, language)
        self._check_own()

    def _share(self, languages: Sequence[Language], names: Mapping[str, Any]) -> None:
        """One environment and its pages for all languages that write numbers alike."""
        for numbering in {language.numbering for language in languages}:
            alike = [language for language in languages if language.numbering == numbering]
            environment = _trusted()
            environment.globals |= names
            pages = OpenPages(environment, alike)
            for language in alike:
                self._environments[language.code] = environment
                self._open_pages[language.code] = pages

    def render(self, name: str, context: Mapping[str, Any], language: Language) -> str:
        """The text of a template in one of the languages.

        Raises InvalidInput where a template of the tree is at fault; an error in a shipped one is
        a bug and passes as it is.
        """
        try:
            if language.code in self._open_pages:
                return self._open_pages[language.code].text(name, context, language)
            return self._environments[language.code].get_template(name).render(context)
        except InvalidInput:
            raise
        except Exception as error:
            problem = self._problem(error)
            if problem is None:
                raise
            raise InvalidInput([problem]) from error

    def warm(self) -> None:
        """Compile every template now, which processes that are forked later need not do again."""
        for environment in self._environments.values():
            for name in _shipped_names():
                environment.get_template(name)

    def _check_own(self) -> None:
        """Compile what replaces a shipped template, to report all errors at once."""
        if self._own is None:
            return
        problems: list[Problem] = []
        environment = next(iter(self._environments.values()))
        for name in _shipped_names():
            if (self._own / name).is_file():
                try:
                    environment.get_template(name)
                except InvalidInput as error:
                    problems += error.problems
                except TemplateSyntaxError as error:
                    problems += [found] if (found := self._problem(error)) else []
        if problems:
            raise InvalidInput(problems)

    def _problem(self, error: Exception) -> Problem | None:
        """The problem in the tree's templates that an error shows; None for one of our own."""
        if self._own is None:
            return None
        if isinstance(error, TemplateSyntaxError):
            place = self._place(error.filename or "", error.lineno)
        else:
            frames = traceback.walk_tb(error.__traceback__)
            found = [self._place(frame.f_code.co_filename, line) for frame, line in frames]
            place = next((place for place in reversed(found) if place is not None), None)
        if place is not None:
            path, line = place
            message, hint = _words(error, path)
            return Problem(path=path, line=line, code="template", message=message, hint=hint)
        if isinstance(error, TemplateError) and not isinstance(error, TemplateSyntaxError):
            # A shipped template misses what it took from one that the tree replaces.
            message = f"a shipped template does not work with these: {_words(error, '')[0]}"
            return Problem(path=TEMPLATES, code="template", message=message)
        return None

    def _place(self, filename: str, line: int) -> tuple[str, int] | None:
        """Path in the tree and line; None for a file that is no template of the tree."""
        path = Path(filename)
        if self._own is None or not path.is_relative_to(self._own):
            return None
        return f"{TEMPLATES}/{path.relative_to(self._own).as_posix()}", line


def _shipped_names() -> list[str]:
    """The names of the shipped templates."""
    folder = template_folder()
    files = [*folder.glob("*.*"), *folder.glob("parts/*.*")]
    return sorted(
        file.relative_to(folder).as_posix() for file in files if file.suffix in (".html", ".svg")
    )


def _words(error: Exception, path: str) -> tuple[str, str]:
    """What an error says to the author of a template, and how to mend it."""
    if isinstance(error, RecursionError):
        name = path.removeprefix(f"{TEMPLATES}/")
        return "extends or includes itself without end", f'extend "{BUILTIN}/{name}"'
    if isinstance(error, TemplateNotFound):
        return f'there is no template "{error.message}"', ""
    if isinstance(error, TemplateError):
        return str(error.message or error), _REFERENCE
    return f"{type(error).__name__}: {error}", _REFERENCE


def _read(folder: Path, template: str) -> tuple[str, str, _Uptodate | None] | None:
    """Text and path of a template below ``folder``, None when there is none; no link is followed.

    Raises TemplateNotFound for a name that climbs out of the folder, InvalidInput for a file that
    cannot be used.
    """
    place, shown = folder, TEMPLATES
    for part in split_template_path(template):
        place, shown = place / part, f"{shown}/{part}"
        if place.is_symlink():
            raise InvalidInput([Problem(path=shown, code="link", message=NO_LINKS)])
    if not place.is_file():
        return None
    try:
        text = place.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"is not UTF-8 (byte {error.start + 1})"
        raise InvalidInput([Problem(path=shown, code="not-utf-8", message=message)]) from error
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise InvalidInput([Problem(path=shown, code="unreadable", message=message)]) from error
    return text, str(place), None


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja's sandbox with a short way for views: they are asked most, and hold data only."""

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may have ``obj.attr``."""
        if is_dataclass(obj) and not isinstance(obj, type):
            return not attr.startswith("_")
        return super().is_safe_attribute(obj, attr, value)


# For every build of a process; "serve" makes many.
_OF_TREES, _SHIPPED = CompiledTemplates(), shipped_templates()


def _sandbox(own: Path) -> Environment:
    """For a tree that brings templates of its own."""
    shipped = FileSystemLoader(template_folder())
    loaders = [
        PrefixLoader({BUILTIN: shipped}),
        FunctionLoader(lambda name: _read(own, name)),
        shipped,
    ]
    return _Sandbox(loader=ChoiceLoader(loaders), bytecode_cache=_OF_TREES, **_OPTIONS)


def _trusted() -> TrustedEnvironment:
    """For a tree that brings none."""
    loader = FileSystemLoader(template_folder())
    return TrustedEnvironment(loader=loader, bytecode_cache=_SHIPPED, **_OPTIONS)
